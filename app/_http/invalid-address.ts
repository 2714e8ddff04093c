/**
 * The page of an address with an invalid percent sign. It stands alone: under such an address no script of the pages could follow a link.
 * `nonce`: of its style. Pure.
 */
export function invalidAddressPage(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Invalid address · Bergwatch</title>
<style nonce="${nonce}">
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 40rem; margin: 4rem auto; padding: 0 1rem; }
</style>
<main>
  <h1>Invalid address</h1>
  <p>The address has a percent sign that is not followed by a valid code. Write a percent sign itself as %25.</p>
  <p><a href="/">All tables</a></p>
</main>
</html>
`;
}
