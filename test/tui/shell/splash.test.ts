import { expect, test } from 'vitest';
import { headerHeight } from '../../../source/tui/components/layout.ts';
import { splashLines } from '../../../source/tui/shell/splash.ts';
import { chooseTheme } from '../../../source/tui/theme/choose-theme.ts';

const theme = chooseTheme({ NO_COLOR: '1' });

test.each([
	[40, 10],
	[80, 24],
	[120, 40],
])('the first screen at %i×%i has the address at the place of the header', (columns, rows) => {
	const lines = splashLines('http://127.0.0.1:8085', theme, columns, rows).map((line) =>
		line.replace(/\u001b\[[\d;]*m/g, ''),
	);
	const height = headerHeight(rows);
	expect(lines[0]).toMatch(height === 1 ? /^seedtop ○ 127/ : /^╭─ seedtop ○ 127.*─╮$/);
	for (const line of lines.slice(0, height)) expect(line).toHaveLength(columns);
	expect(lines.slice(height).join('').trim()).not.toBe('');
	expect(lines.length).toBeLessThanOrEqual(rows);
});
