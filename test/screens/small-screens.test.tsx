import '../../source/tui/terminal/full-color.ts';
import { expect, test } from 'vitest';
import { smallestScreen } from '../../source/tui/components/layout.ts';
import { paintScreen } from './paint-screen.tsx';
import type { ScreenSize } from './pressing.ts';
import { screens } from './states.ts';

function textOf(name: string, size: ScreenSize): string {
	const state = screens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	return paintScreen(state, size).text();
}

test('a terminal below the smallest size shows its size', () => {
	expect(textOf('downloads', { columns: 30, rows: 8 })).toContain('30×8 is too small');
});

test('the smallest screen shows a failure and its next step completely', () => {
	const screen = textOf('unreachable', smallestScreen);
	for (const words of ['connection', 'refused.', 'is right.', 'The address comes from --url.']) {
		expect(screen).toContain(words);
	}
});

test('the border of the details shows which of their lines are visible', () => {
	expect(textOf('details', { columns: 80, rows: 24 })).toMatch(
		/╭─ i \[Overview\] .*\n(│.*\n){8}╰─+ 1–8 of \d+ ─╯/,
	);
	expect(textOf('details', { columns: 190, rows: 14 })).toMatch(/─ i \[Overview\] .* 1–10 of \d+ /);
});

test('the smallest screen shows both ways to remove, and esc', () => {
	const screen = textOf('remove', smallestScreen);
	expect(screen).toMatch(/│ r +\w.*\n│ D +\w.*\n│ esc +\w/);
});

test('the smallest screen shows progress, help and quit', () => {
	const screen = textOf('downloads', smallestScreen);
	expect(screen).toContain('PROGRESS');
	expect(screen).toContain('? help  q quit');
});
