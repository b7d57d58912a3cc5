import { expect, test } from 'vitest';
import type { Subject } from '../../../source/state/surfaces/dialogs.ts';
import { totalSentence } from '../../../source/tui/dialogs/questions/remove.ts';
import { listLines, tableOf } from '../../../source/tui/dialogs/questions/subject-table.ts';
import { chooseTheme } from '../../../source/tui/theme/choose-theme.ts';

const subject = (name: string, size: number, bytes: number): Subject => ({
	infohash: name,
	name,
	size,
	bytes,
	ratio: 0,
	status: 'STOPPED',
	destination: '',
});
const [magnet, image] = [subject('magnet', 0, 0), subject('image', 2048, 1024)];

test('the remove dialog does not state 0 B for a download without metadata', () => {
	const theme = chooseTheme({ NO_COLOR: '1' });
	const table = tableOf(24, 2, 5);
	const lines = listLines(theme, [magnet, image], { scroll: 0, table, columns: 60 });
	const rows = lines.map((line) => line.replace(/\x1b\[[\d;]*m/g, '').trim());
	expect(rows.slice(1)).toEqual([
		expect.stringMatching(/^magnet +– +0\.00 STOPPED$/),
		expect.stringMatching(/^image +2\.0 KiB +0\.00 STOPPED$/),
	]);
	expect(totalSentence([magnet, image])).toBe(
		'Total size 2.0 KiB and 1 of unknown size, 1.0 KiB on the disk.',
	);
	expect(totalSentence([image, image])).toBe('Total size 4.0 KiB, 2.0 KiB on the disk.');
});
