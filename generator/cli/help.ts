/** What `--help` says below the commands. */
export const HELP = `
Exit codes:
  0  done
  1  done, but it needs your attention: conflicts, findings with --strict,
     changes with --fail-on, a stale output for check
  2  nothing was done: bad document, bad option, or files of yours in the way

Examples:
  toolwright init openapi.yaml
  toolwright plan openapi.yaml
  toolwright generate openapi.yaml --out my-api-mcp
  toolwright generate https://api.example.com/openapi.json --out my-api-mcp
  toolwright generate openapi.yaml --out my-api-mcp --all-routes-as-tools
  toolwright generate openapi.yaml --out my-api-mcp \\
    --route-map "* ^/admin/ EXCLUDE" --route-map "GET . RESOURCE,TOOL"
  toolwright generate --app ./src/app.ts --export app --out my-app-mcp
  cat openapi.json | toolwright generate - --out my-api-mcp

A project remembers its document and options: in its folder, and with --out,
  generate, check, diff and plan need no others. There, and beside a config,
  toolwright alone is toolwright generate.
`;
