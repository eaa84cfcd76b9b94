import net from "node:net";

/** A way to a server, such as the database, on which all falls silent like in a network that drops packets: no connection breaks. */
export interface SilentPath {
  /** The URL of the server on this way. */
  readonly url: string;
  /** From now on it takes connections and bytes, and passes nothing on; resolves once the client has sent something in vain. */
  readonly fallSilent: () => Promise<void>;
  readonly close: () => void;
}

/** Leads to the host and port of `url`. */
export async function startSilentPath(url: string): Promise<SilentPath> {
  const target = { host: new URL(url).hostname, port: Number(new URL(url).port) };
  const sockets = new Set<net.Socket>();
  const { promise: sentInVain, resolve: noteInVain } = Promise.withResolvers<void>();
  let isSilent = false;

  function keep(socket: net.Socket): void {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  }

  // Of a connection that is closed on one side, the other side hears nothing by itself.
  const server = net.createServer({ allowHalfOpen: true }, (from) => {
    keep(from);
    if (isSilent) return void from.resume();
    const to = net.connect({ ...target, allowHalfOpen: true });
    keep(to);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.on("data", (bytes) => {
        if (!isSilent) other.write(bytes);
        else if (one === from) noteInVain();
      });
      one.on("end", () => isSilent || other.end());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const ours = new URL(url);
  ours.host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return {
    url: ours.href,
    fallSilent() {
      isSilent = true;
      return sentInVain;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
