import '../../../source/tui/terminal/full-colour.ts';
import { expect, test } from 'vitest';
import { downloadColumns } from '../../../source/columns/downloads.ts';
import { layOut, titleLine } from '../../../source/columns/layout.ts';
import { drawRow } from '../../../source/tui/components/draw-row.ts';
import { withRange } from '../../../source/tui/components/title-with-place.ts';
import { chooseTheme } from '../../../source/tui/theme/choose-theme.ts';
import { namedDownloads } from '../../screens/named-downloads.ts';

const theme = chooseTheme({ NO_COLOR: '1' });
const [download] = namedDownloads(['a name']);
const plain = (line: string) => line.replace(/\u001b\[[\d;]*m/g, '');

test('a list with hidden rows shows its position, at any width, sorted or not', () => {
	const title = (total: number, descending?: boolean) =>
		titleLine(
			withRange(layOut(downloadColumns, total, 0.3), { from: 1234, to: 1279, of: 3000 }),
			descending === undefined ? undefined : { column: 'name', descending },
		);
	expect(title(120)).toMatch(/^NAME {2}1234–1279 of 3000 +STATUS/);
	expect(title(120, true)).toMatch(/^↓NAME {2}1234–1279 of 3000 +STATUS/);
	for (let total = 40; total <= 200; total++) {
		expect(title(total)).toMatch(/^NAME {1,2}1234/);
		expect(title(total, false)).toMatch(/^↑NAME {1,2}1234/);
	}
});

test('a list with all rows in view shows no position', () => {
	const placed = layOut(downloadColumns, 80, 0.3);
	expect(withRange(placed, { from: 1, to: 8, of: 8 })).toBe(placed);
});

test('the names of all rows start in one column while any row is selected', () => {
	if (!download) throw new Error('there is no download');
	const placed = layOut(downloadColumns, 80, 0.3);
	const at = (look: 'usual' | 'usual selected' | 'cursor', hasGutter: boolean) =>
		plain(drawRow(placed, download, look, theme, { hasGutter })).indexOf('a name');
	expect([at('usual', false), at('usual', true), at('usual selected', true), at('cursor', true)]).toEqual([
		0, 2, 2, 2,
	]);
});
