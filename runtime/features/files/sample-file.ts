/** The file that examples and tests send. */
export const SAMPLE_FILE = {
  bytes: Buffer.from("text"),
  filename: "report.pdf",
  contentType: "application/pdf",
};

export const SAMPLE_FILE_URL = `file:${SAMPLE_FILE.filename}`;
