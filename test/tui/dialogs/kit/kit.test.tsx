import { Box } from 'ink';
import { render } from 'ink-testing-library';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { emptyLine, insertText } from '../../../../source/state/surfaces/line-edit.ts';
import { Answers } from '../../../../source/tui/dialogs/kit/answers.ts';
import { Choices } from '../../../../source/tui/dialogs/kit/choices.ts';
import { Dialog } from '../../../../source/tui/dialogs/kit/dialog.tsx';
import { Field } from '../../../../source/tui/dialogs/kit/field.ts';
import { Gap } from '../../../../source/tui/dialogs/kit/gap.ts';
import { Line } from '../../../../source/tui/dialogs/kit/line.ts';
import { Paragraph } from '../../../../source/tui/dialogs/kit/paragraph.ts';
import { Rule } from '../../../../source/tui/dialogs/kit/rule.ts';
import { Scrolled } from '../../../../source/tui/dialogs/kit/scrolled.ts';
import { speechOf } from '../../../../source/tui/screen-reader/dialog-announcer.ts';
import type { Command } from '../../../../source/tui/surfaces/command.ts';
import { chooseTheme } from '../../../../source/tui/theme/choose-theme.ts';

const theme = chooseTheme({}, 'none');

function dialog(parts: ReactNode, { height = 24, columns = 20, place = '' } = {}) {
	return (
		<Dialog title="Title" place={place} columns={columns} screen={{ theme, width: 80, height }}>
			{parts}
		</Dialog>
	);
}

/** Returns the drawn rows of the dialog, without the blanks around it. */
function drawn(element: ReactNode): string[] {
	const { lastFrame, unmount } = render(
		<Box width={80} height={24}>
			{element}
		</Box>,
	);
	onTestFinished(unmount);
	return (lastFrame() ?? '')
		.replace(/\u001b\[[\d;]*m/g, '')
		.split('\n')
		.map((row) => row.trim())
		.filter((row) => row !== '');
}

const command = (id: string, keys: readonly string[], hint?: string): Command => ({
	id,
	scope: 'form',
	keys,
	title: id,
	...(hint === undefined ? {} : { hint }),
	run: () => {},
});
const commands = [
	command('do', ['enter', 'y'], 'do it'),
	command('no', ['escape'], 'cancel'),
	command('j', ['j']),
];
const choices = (count: number, chosen: number) => (
	<Choices count={count} chosen={chosen} lineOf={(index) => ({ left: [{ text: `choice ${index}` }] })} />
);

test('Dialog draws a border and a title around its parts', () => {
	expect(
		drawn(
			dialog(
				<>
					<Line>first</Line>
					<Gap />
					<Rule />
				</>,
			),
		),
	).toEqual(
		[
			'╭─ Title ─────────────╮',
			'│ first                │',
			'│                      │',
			'│ ──────────────────── │',
			'╰──────────────────────╯',
		].map((row, index) => (index === 0 ? '╭─ Title ──────────────╮' : row)),
	);
});

test('Dialog leaves out gaps and shortens lists when space is short, and keeps the answers', () => {
	const rows = drawn(
		dialog(
			<>
				{choices(40, 30)}
				<Gap />
				<Answers commands={commands} />
			</>,
			{ height: 10 },
		),
	);
	expect(rows).toHaveLength(8);
	expect(rows.some((row) => row.includes('choice 30'))).toBe(true);
	expect(rows.at(-2)).toContain('enter esc');
});

test('Line sanitizes text and cuts the middle of its longest word', () => {
	const [, line] = drawn(dialog(<Line>{'evil\u001b[2J/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/end.mkv'}</Line>));
	expect(line).toMatch(/^│ evil\ufffd.*….*end\.mkv +│$/);
});

test('Field shows label, text and note; the note of the focused one is spoken', () => {
	const fields = (
		<>
			<Field label="Down: " line={insertText(emptyLine, '5K')} cells={4} note="= 5 KiB/s" isFocused />
			<Field label="Up: " line={emptyLine} cells={4} note="no limit" isFocused={false} />
		</>
	);
	expect(drawn(dialog(fields, { columns: 30 }))[1]).toContain('Down: 5K   = 5 KiB/s');
	expect(speechOf(dialog(fields))).toEqual({ title: 'Title', body: [], choice: 'Down: = 5 KiB/s' });
});

test('Choices shows the chosen one and speaks it with its place', () => {
	expect(
		drawn(dialog(choices(3, 1)))
			.slice(1, -1)
			.map((row) => row.replace(/[│ ]+$/g, '')),
	).toEqual(['│ choice 0', '│ choice 1', '│ choice 2']);
	expect(speechOf(dialog(choices(40, 30))).choice).toBe('choice 30; 31 of 40');
});

test('Answers derives its text from keys and hints, and shortens it to the width', () => {
	const at = (columns: number) => drawn(dialog(<Answers commands={commands} />, { columns }))[1];
	expect(at(30)).toContain('enter do it   esc cancel');
	expect(at(22)).toContain('enter do it esc cancel');
	expect(at(12)).toContain('enter esc');
	const [, first, second] = drawn(dialog(<Answers commands={commands} without={[]} isStacked />));
	expect([first, second].map((row) => row?.replace(/[│ ]+$/g, ''))).toEqual([
		'│ enter do it',
		'│ esc   cancel',
	]);
});

test('Paragraph wraps sentences, and ends in an ellipsis where rows are missing', () => {
	const text = 'one two three four five six seven eight nine ten eleven twelve';
	expect(drawn(dialog(<Paragraph>{text}</Paragraph>))).toHaveLength(6);
	expect(drawn(dialog(<Paragraph most={2}>{text}</Paragraph>)).at(-2)).toContain('…');
	expect(speechOf(dialog(<Paragraph most={2}>{text}</Paragraph>)).body).toEqual([text]);
});

test('Scrolled shows the lines at its position and speaks all of them', () => {
	const lines = ['a', 'b', 'c', 'd'];
	const part = (
		<Scrolled
			count={4}
			lineOf={(index) => [{ text: lines[index] ?? '' }]}
			scroll={2}
			most={2}
			speak={() => lines}
		/>
	);
	expect(
		drawn(dialog(part))
			.slice(1, -1)
			.map((row) => row.replaceAll(/[│ ]/g, '')),
	).toEqual(['c', 'd']);
	expect(speechOf(dialog(part))).toEqual({ title: 'Title', body: lines, choice: 'c' });
});

test('the speech of a dialog is whole although its drawing is cut', () => {
	const name = 'a very long name that no dialog of twenty cells can show';
	expect(speechOf(dialog(<Line>{name}</Line>, { place: '(1 of 9)' }))).toEqual({
		title: 'Title',
		body: [name],
		choice: '',
	});
});
