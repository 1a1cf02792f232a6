// The moving picture of the README, from real searches: frames, which extension/dev/moving_picture.py puts together.
import fs from 'node:fs';
import path from 'node:path';
import { waitFor } from './machine.mjs';

async function moving({ open, lap }) {
  const editor = await open({ 'slowpath.budgetSeconds': 20, 'workbench.colorTheme': 'Default Dark Modern', 'editor.minimap.enabled': false });
  await editor.page.setViewportSize({ width: 1200, height: 760 });
  const frames = [];
  const frame = async (name, seconds) => {
    await editor.page.waitForTimeout(600);
    await editor.shot(`moving-${name}`);
    frames.push({ file: `moving-${name}.png`, seconds });
    lap(name);
  };
  const panel = editor.panel();
  try {
    await editor.command('View: Toggle Primary Side Bar Visibility');
    const area = await editor.openFile('quicksort/solution.cpp');
    await editor.codeLens(area, 'Find slow inputs').waitFor();
    await frame('opened', 1.5);
    await editor.codeLens(area, 'Find slow inputs').click();
    await panel.locator('tr[data-input]').first().waitFor();
    await frame('found', 1.5);
    await waitFor('counts beside the lines', async () => (await editor.marks(area)).length > 0);
    await frame('counted', 1.5);
    await editor.panelKind('finished');
    await panel.locator('.drawing svg').first().waitFor();
    await editor.command('Notifications: Clear All Notifications');
    await frame('finished', 3);
    await editor.goToLine(1);
    await editor.hover(area, (await editor.marks(area)).find(({ text }) => text.includes('pivot')).text, 'pivot');
    await frame('why', 3);
  } finally {
    fs.writeFileSync(path.join(editor.shots, 'moving.json'), JSON.stringify(frames));
  }
}

export const scenarios = { moving };
