import { createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { checkPort } from "#jobs/service/free-port.ts";

test("a taken port is said with the setting that changes it, and a free one is left free", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await expect(checkPort("127.0.0.1", port)).rejects.toMatchObject({
    code: "usage",
    message: expect.stringContaining(`BERGWATCH_PORT=${port + 1} npm start`),
  });
  await new Promise((resolve) => server.close(resolve));
  await checkPort("127.0.0.1", port);
  await checkPort("127.0.0.1", port);
});

test("an address that this machine lacks is said with the setting that changes it", async () => {
  await expect(checkPort("192.0.2.1", 3000)).rejects.toMatchObject({ code: "usage", message: expect.stringContaining("BERGWATCH_HOST") });
});
