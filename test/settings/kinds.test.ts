import { describe, expect, test } from 'vitest';
import {
	choiceKind,
	clockKind,
	daysKind,
	jsonKind,
	numberKind,
	rateKind,
	type SettingKind,
	settingKindText,
	switchKind,
	textKind,
	wholeKind,
} from '../../source/settings/kinds.ts';

interface Case {
	readonly kind: SettingKind;
	/** Values with their typed texts and shown texts. */
	readonly values: readonly (readonly [value: unknown, typed: string, shown: string])[];
	/** Other texts with their values. */
	readonly reads?: readonly (readonly [text: string, value: unknown])[];
	readonly rejects: readonly string[];
	/** Values of other kinds. */
	readonly foreign: readonly unknown[];
}

const cases: Readonly<Record<string, Case>> = {
	rate: {
		kind: rateKind,
		values: [
			[0, 'none', settingKindText.noLimit],
			[5 * 1024 * 1024, '5M', '5.0 MiB/s'],
			[1536, '1536B', '1.5 KiB/s'],
			[500 * 1024, '500K', '500 KiB/s'],
			[50_001, '50001B', '48.8 KiB/s'],
		],
		reads: [
			['500', 500 * 1024],
			[' 1,5 MiB/s ', 1536 * 1024],
		],
		rejects: ['', '-5', '5 T', '1e9', 'much', '9'.repeat(13), '0.0001B'],
		foreign: [undefined, null, '5', -1, Number.NaN, 1.5],
	},
	clock: {
		kind: clockKind,
		values: [
			[0, '00:00', '00:00'],
			[485, '08:05', '08:05'],
			[1439, '23:59', '23:59'],
		],
		reads: [['7', 420]],
		rejects: ['', '24:00', '8:60', '8:5', '-1:00', '08:00:00', 'noon'],
		foreign: [undefined, '08:00', -1, 1.5],
	},
	days: {
		kind: daysKind,
		values: [
			[[0, 1, 2, 3, 4, 5, 6], 'every day', 'every day'],
			[[], 'none', 'none'],
			[[0, 1, 2, 3, 4], 'mon-fri', 'mon-fri'],
			[[0, 2, 3], 'mon wed thu', 'mon wed thu'],
			[[5, 6], 'sat sun', 'sat sun'],
		],
		reads: [
			['Sat-Mon', [0, 5, 6]],
			['monday, tues', [0, 1]],
			['sun-sun', [6]],
			['all', [0, 1, 2, 3, 4, 5, 6]],
		],
		rejects: ['', 'mo', 'mon-', 'mon-tue-wed', 'mondayish', '0', ','],
		foreign: [undefined, 'mon', [7], ['mon'], {}],
	},
	choice: {
		kind: choiceKind(['off', 'on', 'schedule']),
		values: [['schedule', 'schedule', 'schedule']],
		reads: [[' ON ', 'on']],
		rejects: ['', 'of', 'always'],
		foreign: [undefined, 1, null],
	},
	switch: {
		kind: switchKind,
		values: [
			[true, 'on', 'on'],
			[false, 'off', 'off'],
		],
		reads: [
			['yes', true],
			['False', false],
		],
		rejects: ['', '1', 'maybe'],
		foreign: [undefined, 'on', 1],
	},
	'whole number': {
		kind: wholeKind({ minimum: 1, maximum: 100 }),
		values: [[5, '5', '5']],
		rejects: ['', '0', '101', '5.5', '-5', '1e1', '9'.repeat(17)],
		foreign: [undefined, '5'],
	},
	'whole number with a word for 0': {
		kind: wholeKind({ zero: 'no limit' }),
		values: [[0, '0', 'no limit']],
		reads: [
			['none', 0],
			['no limit', 0],
		],
		rejects: ['never'],
		foreign: [null],
	},
	number: {
		kind: numberKind({ minimum: 0 }),
		values: [[1.5, '1.5', '1.5']],
		reads: [['2,25', 2.25]],
		rejects: ['', '-1', '1e5', 'Infinity', 'NaN', '.'],
		foreign: [undefined, '1'],
	},
	text: {
		kind: textKind,
		values: [
			['a b', 'a b', 'a b'],
			['', '', 'none'],
		],
		rejects: [],
		foreign: [undefined, 1],
	},
	json: {
		kind: jsonKind,
		values: [[{ a: [1] }, '{"a":[1]}', '{"a":[1]}']],
		rejects: ['', '{', "'a'"],
		foreign: [undefined],
	},
};

describe.each(Object.entries(cases))('the kind %s', (_, { kind, values, reads = [], rejects, foreign }) => {
	test('shows a value, and parses what it types', () => {
		for (const [value, typed, shown] of values) {
			expect(kind.show(value)).toBe(shown);
			expect(kind.typed(value)).toBe(typed);
			expect(kind.read(typed)).toEqual(value);
		}
		for (const [text, value] of reads) expect(kind.read(text)).toEqual(value);
	});

	test('rejects other texts', () => {
		expect(rejects.filter((text) => kind.read(text) !== undefined)).toEqual([]);
	});

	test('shows no value of another kind', () => {
		expect(foreign.map((value) => [kind.show(value), kind.typed(value)])).toEqual(
			foreign.map(() => [undefined, '']),
		);
	});

	test('parses each of its choices', () => {
		for (const choice of kind.choices ?? []) expect(kind.typed(kind.read(choice))).toBe(choice);
	});
});
