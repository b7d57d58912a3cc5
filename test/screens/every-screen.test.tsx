import '../../source/tui/terminal/full-color.ts';
import { describe, expect, test } from 'vitest';
import type { State } from '../../source/state/core/state.ts';
import { FOOTER_HEIGHT } from '../../source/tui/components/layout.ts';
import { isInFooter, showsKeys } from '../../source/tui/shell/dialogs.ts';
import { coveringLine } from '../../source/tui/shell/footer.ts';
import { themeOf } from '../../source/tui/theme/choose-theme.ts';
import type { GridScreen } from '../terminal/grid-screen.ts';
import { allScreens, screenSizes } from './all-screens.ts';
import { subjectArea } from './golden-area.ts';
import { signsOf } from './hard-names.ts';
import { paintOnce } from './paint-screen.tsx';
import type { ScreenSize } from './pressing.ts';
import { crookedColumns, tablesOf } from './shown-columns.ts';
import { crookedFrame, headerRow } from './shown-frame.ts';
import { withoutUntrustedText } from './surface-states.ts';
import { missingExamples, subjectOf, surfaces } from './surfaces.ts';

/** Screens without untrusted text: keys, titles of columns, a map, and what the user types. */
const ofOurOwn = [
	...['help', 'palette', 'sort', 'columns', 'files-pattern'].map((kind) => `dialog ${kind}`),
	'tab pieces',
	...withoutUntrustedText,
];

const usual: ScreenSize = { columns: 80, rows: 24 };
const screenNames = [...allScreens(usual).keys()];

/** Returns the state of a screen, and the screen, at each size. */
function atEverySize(name: string) {
	return screenSizes.map((size) => {
		const state = allScreens(size).get(name);
		if (!state) throw new Error(`there is no screen ${name}`);
		return { size, state, screen: paintOnce(state, size) };
	});
}

const at = ({ columns, rows }: ScreenSize) => `at ${columns}×${rows}`;

/** Screens whose words depend on the size: lists scrolled from the end, legends, and names of widths. */
const SIZE_DEPENDENT: ReadonlySet<string> = new Set([
	'core-exception',
	'bulk-progress',
	'details',
	'files-names',
	'tab-pieces',
	'journal-events-filter',
	'journal-events-further-up',
	'journal-help-further-down',
	'view-columns',
	'view-filters',
]);

/** Words with a space after them. Longer ones may be broken between lines, and a cut one ends in an ellipsis. */
const WHOLE_WORDS = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}:.,'-]{2,40}(?=\s)/gu;

/** The end of a name of equal letters, which is broken between lines. */
const END_OF_LONG_NAME = /^(\p{L})\1+'?$/u;

/** Numbers of lines that a smaller screen has no room for. */
const HIDDEN_LINES = /… \d+ lines more|\d+ more: [↓↑]/g;

/** Names of facts in the overview that a larger screen shows without a name: beside the state, and above the graph. */
const NAMES_IN_OVERVIEW: ReadonlySet<string> = new Set(['status', 'down', 'up']);

/** Whether a larger screen may lack a word. */
function mayBeMissing(name: string, word: string): boolean {
	return END_OF_LONG_NAME.test(word) || (name.startsWith('tab-overview') && NAMES_IN_OVERVIEW.has(word));
}

describe.each(screenNames)('the screen %s', (name) => {
	test('is painted completely', () => {
		for (const { size, state, screen } of atEverySize(name)) {
			const top = state.dialogs.at(-1);
			const rows = screen.rows();
			expect(rows[0], at(size)).toMatch(headerRow);
			if (top && !isInFooter(top)) expect(crookedFrame(screen), at(size)).toEqual([]);
			// The keys are in the footer, or in the dialog.
			const isInDialog = showsKeys(top) && / esc /.test(insideFrame(rows));
			expect(isInDialog || rows.at(-1) !== '', `${at(size)}: no keys`).toBe(true);
		}
	});

	test('has aligned columns', () => {
		for (const { size, screen } of atEverySize(name))
			expect(
				tablesOf(screen).flatMap((table) => crookedColumns(screen, table)),
				at(size),
			).toEqual([]);
	});

	test('keeps every cell in place in ASCII, and loses no sign of its own', () => {
		for (const { size, state, screen } of atEverySize(name)) {
			const ascii = screen.inAscii();
			expect(ascii.text(), at(size)).toMatch(/^[\x20-\x7e\n]*$/);
			expect(lostSigns(screen, ascii, state), at(size)).toEqual([]);
		}
	});

	test('shows every word that a smaller one shows', () => {
		if (SIZE_DEPENDENT.has(name)) return;
		const subjects = screenSizes.map((size) => subjectAt(name, size));
		for (const [index, subject] of subjects.entries()) {
			const before = subjects[index - 1];
			// Details beside the list are narrower than below it.
			if (!before || subject.width < before.width || subject.height < before.height) continue;
			// The name of a fact may become the title of a column, in upper case.
			const shown = subject.text.replaceAll(/\s+/g, '').toLowerCase();
			const words = [...new Set(before.text.replaceAll(HIDDEN_LINES, '').match(WHOLE_WORDS))];
			expect(words).not.toEqual([]);
			const missing = words.filter(
				(word) => !shown.includes(word.toLowerCase()) && !mayBeMissing(name, word),
			);
			expect(missing, `from ${before.width}×${before.height} to ${subject.width}×${subject.height}`).toEqual(
				[],
			);
		}
	});
});

/** Returns the cells that differ in ASCII although they need not. */
function lostSigns(screen: GridScreen, ascii: GridScreen, state: State): string[] {
	const { columns, glyphs } = screen.grid;
	const lost: string[] = [];
	const stateText = textsIn(state);
	for (let index = 0; index < glyphs.length; index++) {
		const glyph = glyphs[index] ?? 0;
		const isAscii = glyph >= 0x20 && glyph < 0x7f;
		const inAscii = ascii.grid.glyphs[index];
		if (isAscii ? inAscii === glyph : inAscii !== QUESTION_MARK) continue;
		const [x, y] = [index % columns, Math.floor(index / columns)];
		const { text } = screen.cell(x, y);
		if (isAscii || !isFromOutside(text, stateText)) lost.push(`${x},${y}: '${text}'`);
	}
	return lost;
}

const QUESTION_MARK = '?'.charCodeAt(0);

test.each(surfaces.map(({ name }) => name).filter((name) => !ofOurOwn.includes(name)))(
	'the examples of the %s show names in Chinese, Arabic and Hindi, with emoji sequences, and hostile ones',
	(subject) => {
		const next =
			'Show texts of hard-names.ts in the example, or list it in surface-states.ts as without untrusted text.';
		for (const size of screenSizes) {
			const texts = [...allScreens(size).values()]
				.filter((state) => subjectOf(state) === subject)
				.map((state) => {
					const screen = paintOnce(state, size);
					const top = state.dialogs.at(-1);
					return top && !isInFooter(top) ? insideFrame(screen.rows()) : screen.text();
				})
				.join('\n');
			for (const [kind, sign] of Object.entries(signsOf))
				expect(sign.test(texts), `${at(size)}: ${kind} is missing. ${next}`).toBe(true);
		}
	},
);

test.each(screenSizes)('every surface has an example at $columns×$rows', (size) => {
	expect(missingExamples(size)).toEqual([]);
});

test.each([
	['downloads', /^state,name,.*progress/],
	['files', /^name,size,progress/],
	['peers', /^address,/],
	['trackers', /^url,/],
	['health', /^tracker,/],
	['events', /^at,level,what/],
])('the columns of a list of %s are measured at every size', (_, columns) => {
	for (const size of screenSizes) {
		const isMeasured = [...allScreens(size).values()].some((state) =>
			tablesOf(paintOnce(state, size)).some(
				(table) => table.rows.length > 0 && columns.test(table.columns.map(({ id }) => id).join()),
			),
		);
		expect(isMeasured, at(size)).toBe(true);
	}
});

test('wide lists of channels and balances cut no text of a row', () => {
	const size = { columns: 200, rows: 50 };
	const cut: string[] = [];
	let rows = 0;
	for (const [name, state] of allScreens(size)) {
		if (!/^section (channels-|market-balances)/.test(subjectOf(state))) continue;
		const screen = paintOnce(state, size);
		for (const [y, text] of screen.rows().entries()) {
			if (!screen.targets[y]?.some((target) => target?.kind === 'row' && target.part === 'list')) continue;
			rows++;
			if (text.includes('…')) cut.push(`${name}: ${text}`);
		}
	}
	expect(cut).toEqual([]);
	expect(rows).toBeGreaterThan(50);
});

interface Subject {
	readonly text: string;
	readonly width: number;
	readonly height: number;
}

function subjectAt(name: string, size: ScreenSize): Subject {
	const state = allScreens(size).get(name);
	if (!state) throw new Error(`there is no screen ${name}`);
	const screen = paintOnce(state, size);
	const { left, top, right, bottom: end } = subjectArea(name, state, screen);
	// A notice of two lines covers the last line of the pane, but not the footer of the whole screen.
	const isCovered = end === size.rows - FOOTER_HEIGHT && hasCoveringLine(state, size);
	const bottom = isCovered ? end - 1 : end;
	const lines = Array.from({ length: bottom - top }, (_, y) => screen.part(top + y, left, right));
	return { text: lines.join('\n'), width: right - left, height: bottom - top };
}

function hasCoveringLine(state: State, { columns }: ScreenSize): boolean {
	return coveringLine(state, themeOf(state), columns) !== undefined;
}

/** Whether a glyph is part of untrusted text, or replaces a part of it. */
function isFromOutside(glyph: string, stateText: string): boolean {
	return glyph === '\ufffd' || stateText.includes(glyph);
}

/** Returns all texts in a state, concatenated. */
function textsIn(state: State): string {
	return JSON.stringify(state, (_, value: unknown) => {
		if (typeof value === 'bigint') return value.toString();
		return value instanceof Map || value instanceof Set ? [...value] : value;
	});
}

/** Returns the text between the borders of the top frame; frames beneath it are cut off by it. */
function insideFrame(rows: readonly string[]): string {
	const top = rows.findLastIndex((row) => /╭─ [^│]*─╮/.test(row));
	return rows
		.slice(top + 1)
		.flatMap((row) => /│(.*)│/.exec(row)?.[1] ?? [])
		.join('\n');
}
