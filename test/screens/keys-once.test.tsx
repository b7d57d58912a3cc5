import { expect, test } from 'vitest';
import { FOOTER_HEIGHT } from '../../source/tui/components/layout.ts';
import { allScreens } from './all-screens.ts';
import { paintOnce } from './paint-screen.tsx';

const size = { columns: 80, rows: 24 };
const dialogs = [...allScreens(size)].filter(([, { dialogs: open }]) => open.length > 0);

test.each(dialogs)('%s: the dialog and the footer show each key once', (_, state) => {
	const lines = paintOnce(state, size).rows();
	const above = lines.slice(0, -FOOTER_HEIGHT).join('\n');
	const hints = (lines.at(-1) ?? '').split(/ {2,}/).filter((hint) => /\S \S/.test(hint));
	expect(hints.filter((hint) => above.includes(` ${hint} `))).toEqual([]);
});
