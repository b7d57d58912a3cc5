import { describe, expect, test } from 'vitest';
import { width } from '../../../source/format/cells.ts';
import type { State } from '../../../source/state/core/state.ts';
import type { News } from '../../../source/state/events/journal.ts';
import { emptyLine } from '../../../source/state/surfaces/line-edit.ts';
import { coveringLine, footerLines, noticeTarget } from '../../../source/tui/shell/footer.ts';
import { wrapNotice } from '../../../source/tui/shell/notice-text.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { chooseTheme } from '../../../source/tui/theme/choose-theme.ts';
import { screens } from '../../screens/states.ts';

const theme = chooseTheme({ NO_COLOR: '1' });
const listed = screens.downloads as State;
const name = 'A documentary about the rivers of the north, second season, all episodes';
const reason = 'no space left on the device of the folder';
const step = 'Free space, then press r.';
const plain = (line = '') => line.replace(/\x1b\[[\d;]*m/g, '').trimEnd();
const showing = (text: string, level: News['level'] = 'error') =>
	update(listed, { type: 'news', news: { level, text }, at: listed.now });
const said = (state: State, columns: number) => [
	plain(coveringLine(state, theme, columns)),
	plain(footerLines(state, theme, columns)[0]),
];

describe('the text of a notice', () => {
	test('stays whole in one line or two', () => {
		expect(wrapNotice('Finished: alpine.iso', 78)).toEqual(['Finished: alpine.iso']);
		const lines = wrapNotice(`${name}: ${reason}. ${step}`, 78);
		expect(lines).toHaveLength(2);
		expect(lines.join(' ')).toBe(`${name}: ${reason}. ${step}`);
	});

	test('keeps reason and next step while the subject is shortened', () => {
		const lines = wrapNotice(`Adding ${name.repeat(4)}: ${reason}. ${step}`, 78);
		expect(lines).toHaveLength(2);
		expect(lines.join(' ')).toMatch(/^Adding A documentary.*….*: /);
		expect(lines.join(' ')).toContain(`${reason}. ${step}`);
	});

	test('keeps the next step after a reason that is too long', () => {
		for (const columns of [58, 78, 118]) {
			const lines = wrapNotice(`Adding x: ${'the words of a long reason '.repeat(20)}end. ${step}`, columns);
			expect(lines).toHaveLength(2);
			expect(lines.join(' ')).toMatch(/^Adding x: the words/);
			expect(lines.join(' ').endsWith(`… ${step}`)).toBe(true);
		}
	});

	test('shortens long parts before a short subject', () => {
		const subject = 'Checking a-film-of-1927.mkv';
		const path = `/srv/${'films-of-the-last-century/'.repeat(5)}a.mkv`;
		for (const columns of [58, 78, 118]) {
			const shown = wrapNotice(`${subject}: cannot read ${path}. ${step}`, columns).join(' ');
			expect(shown.startsWith(`${subject}: cannot read /srv/films`)).toBe(true);
			expect(shown.endsWith(`a.mkv. ${step}`)).toBe(true);
			const long = wrapNotice(`${subject}: ${'the words of a long reason '.repeat(20)}`, columns).join(' ');
			expect(long.startsWith(`${subject}: the words`)).toBe(true);
		}
	});

	test('never is wider than the screen', () => {
		const texts = [
			'日本語の名前'.repeat(30),
			'x'.repeat(900),
			`${'word '.repeat(200)}: ${'y'.repeat(99)}. Go.`,
		];
		for (const text of texts)
			for (const columns of [38, 58, 78, 198])
				for (const line of wrapNotice(text, columns)) expect(width(line)).toBeLessThanOrEqual(columns);
	});
});

describe('a notice of two lines', () => {
	const long = showing(`Adding ${name}: ${reason}. ${step}`);

	test('covers the line above the footer, which keeps its two lines', () => {
		const [above, below] = said(long, 80);
		expect(above).toMatch(/^✗ Adding A documentary/);
		expect(below).toMatch(/^ {2}\S.* Free space, then press r\.$/);
		expect(footerLines(long, theme, 80)).toHaveLength(2);
		expect(coveringLine(long, theme, 200)).toBeUndefined();
		expect(coveringLine(showing('short'), theme, 80)).toBeUndefined();
	});

	test('leads to the events with a click on each of its lines', () => {
		expect(noticeTarget(long)).toMatchObject({ id: 'pane-events' });
	});

	test('needs one line beside a text field, and keeps the next step', () => {
		const dialog = { kind: 'filter', line: emptyLine, before: { filter: '', cursor: undefined } } as const;
		const news = { level: 'error', text: `Adding ${name}: ${reason}. ${step}` } as const;
		const typing = update(update(listed, { type: 'open', dialog }), {
			type: 'mention',
			news,
			at: listed.now,
		});
		const [above, below] = footerLines(typing, theme, 80);
		expect(coveringLine(typing, theme, 80)).toBeUndefined();
		expect(plain(above)).toBe('/');
		expect(plain(below)).toMatch(/^✗ Adding A doc.*… Free space, then press r\.$/);
	});
});

test('the sign of a notice is no letter', () => {
	for (const level of ['info', 'success', 'warning', 'error'] as const)
		expect(plain(footerLines(showing('text', level), theme, 80)[0])).toMatch(/^[^\p{L}\p{N}] text$/u);
});
