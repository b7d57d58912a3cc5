import '../../../source/tui/terminal/full-color.ts';
import { expect, test } from 'vitest';
import { downloadColumns } from '../../../source/columns/downloads.ts';
import { layOut } from '../../../source/columns/layout.ts';
import { drawRow } from '../../../source/tui/components/draw-row.ts';
import { chooseTheme } from '../../../source/tui/theme/choose-theme.ts';
import { namedDownloads } from '../../screens/named-downloads.ts';

const theme = chooseTheme({ NO_COLOR: '1' });
const [download] = namedDownloads(['a name']);
const plain = (line: string) => line.replace(/\u001b\[[\d;]*m/g, '');

test('the names of all rows start in one column while any row is selected', () => {
	if (!download) throw new Error('there is no download');
	const placed = layOut(downloadColumns, 80, 0.3);
	const at = (look: 'usual' | 'usual selected' | 'cursor', hasGutter: boolean) =>
		plain(drawRow(placed, download, look, theme, { hasGutter })).indexOf('a name');
	expect([at('usual', false), at('usual', true), at('usual selected', true), at('cursor', true)]).toEqual([
		3, 5, 5, 5,
	]);
});
