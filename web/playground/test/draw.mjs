// Draws the pictures of docs/playground.md: npm run build && npm run draw

import {chosen, launched, patience, rest, served, shownIn3D} from './browser.mjs';

const folder = new URL('../../../docs/images/playground/', import.meta.url).pathname;
const site = await served(), browser = await launched();

async function drawn(name, scene, colorScheme = 'light') {
  const page = await browser.newPage(
    {viewport: {width: 1280, height: 800}, deviceScaleFactor: 0.875, colorScheme});
  page.setDefaultTimeout(patience);
  await page.goto(site.address);
  await rest(page);
  await scene(page);
  // The time that it took is this machine's.
  await page.addStyleTag({content: '.status span + span {visibility: hidden}'});
  // Pictures of nodes and squares of landscapes come after the picture.
  let before, now;
  do {
    before = now;
    await page.waitForTimeout(4000);
    now = await page.screenshot({path: `${folder}${name}.png`});
  } while (!before?.equals(now));
  await page.close();
}

const tab = (page, name) => page.getByRole('tab', {name}).click();

await drawn('simulator', async (page) => {
  await page.locator('#octaves').fill('2');
  await page.locator('h1').click();
});
await drawn('nodes', async (page) => {
  await chosen(page, 'example', 'canyon');
  await rest(page);
  await tab(page, 'Field');
  await page.getByRole('button', {name: 'Wide'}).click();
  await page.locator('.flow').press('f');
}, 'dark');
await drawn('terrain', async (page) => {
  await chosen(page, 'example', 'erosion');
  await shownIn3D(page);
  await tab(page, 'Field');
});
await browser.close();
site.close();
