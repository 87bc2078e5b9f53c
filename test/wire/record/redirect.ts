/**
 * Bundled before an emitted server, so that every connection it opens ends at the recording upstream, whatever host
 * and scheme it is meant for, and whichever HTTP client makes it. Nothing leaves the machine, and what is recorded
 * names hosts that don't change between runs.
 */
import net from "node:net";
import tls from "node:tls";

type Connect = (target: net.NetConnectOpts) => net.Socket;

const target = {
  host: "127.0.0.1",
  port: Number(process.env["RECORD_PORT"]),
};
const connect = Reflect.get(net.Socket.prototype, "connect") as Connect; // one of its overloads

Object.assign(net.Socket.prototype, {
  connect(this: net.Socket, ...given: unknown[]) {
    // Node's own callers hand the arguments over as one list.
    const done = given.flat().find((value) => typeof value === "function");
    if (done !== undefined) this.once("connect", done as () => void); // a listener takes no arguments
    return connect.call(this, target);
  },
});

/** Connects without TLS, so that the upstream reads the inner bytes; by its address it sees a client's certificate. */
function connectOpenly(...given: unknown[]): net.Socket {
  const [options] = given.flat().filter((value) => typeof value === "object");
  const { cert } = (options ?? {}) as tls.ConnectionOptions; // as `tls.connect` takes them
  const localAddress = cert === undefined ? undefined : "127.0.0.2";
  const socket = new net.Socket();
  socket.once("connect", () => socket.emit("secureConnect"));
  return connect.call(socket, { ...target, localAddress });
}
Object.assign(tls, { connect: connectOpenly });
