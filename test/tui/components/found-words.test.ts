import '../../../source/tui/terminal/full-color.ts';
import { expect, test } from 'vitest';
import { downloadColumns } from '../../../source/columns/downloads.ts';
import { layOut } from '../../../source/columns/layout.ts';
import { drawRow } from '../../../source/tui/components/draw-row.ts';
import { chooseTheme } from '../../../source/tui/theme/choose-theme.ts';
import { style } from '../../../source/tui/theme/theme.ts';
import { namedDownloads } from '../../screens/named-downloads.ts';

const theme = chooseTheme({ NO_COLOR: '1' });
const placed = layOut(downloadColumns, 120, 0.3);

test.each([
	// A letter with its combining mark is one character: both have the look, next to any text.
	['axe\u0301xe\u0301b', 'e', ['e\u0301', 'e\u0301']],
	['a 日本 b', '日', ['日']],
	['日e\u0301\u0301x', '日e', ['日e\u0301\u0301']],
	['👩‍👩‍👧 and', '👩', ['👩‍👩‍👧']],
	['plain name', 'a', ['a', 'a']],
])('in %s the match (%s) covers whole characters', (name, word, expected) => {
	const [download] = namedDownloads([name]);
	if (!download) throw new Error('there is no download');
	const line = drawRow(placed, download, 'usual', theme, { words: [word] });
	const found = [...new Set(expected)].map((part) => line.split(style(theme, 'match', part)).length - 1);
	expect(found).toEqual([...new Set(expected)].map((part) => expected.filter((one) => one === part).length));
});
