// The graph of the page as tests point at it.

export const node = (page, name) =>
  page.locator('.react-flow__node', {has: page.locator('.call-name', {hasText: name})}).first();
export const middle = async (locator) => {
  const {x, y, width, height} = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
};
export const output = (page, name) =>
  middle(node(page, name).locator('.react-flow__handle.source'));
export const port = (page, name, id) =>
  middle(node(page, name).locator(`.react-flow__handle[data-handleid="${id}"]`));
export const field = (page) => page.getByRole('tab', {name: 'Field'}).click();
export const edges = (page) => page.locator('.react-flow__edge').count();

export async function drag(page, [fromX, fromY], [toX, toY], during = async () => {}) {
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  for (let i = 1; i <= 8; ++i) {
    await page.mouse.move(fromX + (toX - fromX) * i / 8, fromY + (toY - fromY) * i / 8);
  }
  await during();
  await page.mouse.up();
}

/** A place on an edge between its ends. */
export async function edgePoint(page, id) {
  return page.locator(`.react-flow__edge[data-id="${id}"] .react-flow__edge-path`)
    .evaluate((path) => {
      const {x, y} = path.getPointAtLength(path.getTotalLength() / 2), at = path.getScreenCTM();
      return [x * at.a + at.e, y * at.d + at.f];
    });
}
