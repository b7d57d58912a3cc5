import { offered, readAmount } from './amounts.ts';
import { readDate, type Span } from './dates.ts';
import type { ChoiceField, Field, NumberField, TextField } from './fields.ts';
import { fold } from './fold.ts';
import { memoizeTest, wholeMatcher } from './texts.ts';
import type { Operator, Token } from './tokens.ts';

/** One condition of a filter. */
export interface Term<Row> {
	/** Terms with equal text are equal. */
	readonly text: string;
	/** A method, because methods are bivariant: a slice of some rows is then one of any rows. */
	matches(row: Row): boolean;
	/** Relative cost; cheap terms are tested first. */
	readonly cost: number;
	/**
	 * Whether the row has enough data to answer; always true if omitted. Unknown values match neither a condition nor
	 * its negation.
	 */
	isKnown?(row: Row): boolean;
	/** Whether the result depends on the current time. */
	readonly timed: boolean;
	/** The folded text that the name must contain, for a term without a field. */
	readonly word?: string | undefined;
}

/** Parsed part: a term, or the reason why there is none. */
export type Reading<Row> =
	/**
	 * `doubt`: why the term, which applies, may not be what the user meant. `rejection`: the same for callers that do not
	 * apply it.
	 */
	| { readonly term: Term<Row>; readonly doubt?: string; readonly rejection?: string }
	/** It is not to be understood. */
	| { readonly fault: string }
	/** More is to come: it does not count yet. */
	| { readonly hint: string };

export interface ParseContext<Row> {
	readonly fields: readonly Field<Row>[];
	readonly nameOf: (row: Row) => string;
	/** Reference of ages, Unix ms. */
	readonly now: number;
}

export const termText = {
	wrongOperator: (field: string, operator: Operator, known: readonly Operator[]) =>
		`'${field}' takes ${known.join(' ')} but not ${operator}.`,
	invalidChoice: (text: string, known: readonly string[]) => `'${text}' is not one of ${known.join(', ')}.`,
	unknownChoice: (text: string, field: string, known: readonly string[]) =>
		`'${text}' is not a known ${field}. Known: ${known.join(', ')}.`,
	invalidAge: (text: string, field: string, example: string) =>
		`${field} cannot be '${text}': use an age or a date, ${example}.`,
	invalidNumber: (text: string, field: string, example: string) =>
		`${field} cannot be '${text}': use a value, ${example}.`,
} as const;

/** Returns a term for a text that the name must contain. */
export function wordTerm<Row>(text: string, nameOf: (row: Row) => string): Term<Row> {
	const word = fold(text);
	const matches = (row: Row) => fold(nameOf(row)).includes(word);
	return { text: `"${word}"`, matches, cost: 2, timed: false, word };
}

/** Returns a term for a text that must not be empty. */
export function bareTerm<Row>({ name, read }: TextField<Row>): Term<Row> {
	const matches = (row: Row) => read(row).length > 0;
	return { text: name, matches, cost: 0, timed: false };
}

/** Returns a term for an operator on a field. */
export function fieldTerm<Row>(
	field: Field<Row>,
	operator: Operator,
	token: Token,
	now: number,
): Reading<Row> {
	const takes = operators[field.kind];
	if (!takes.includes(operator)) {
		return { fault: termText.wrongOperator(field.name, operator, takes) };
	}
	if (token.value === '' && !token.quoted) return { hint: `${field.name}${operator}… ${exampleOf(field)}` };
	switch (field.kind) {
		case 'text':
			return { term: textTerm(field, operator, token.value) };
		case 'choice':
			return choiceTerm(field, operator, token.value);
		case 'number':
			return numberTerm(field, operator, token.value, now);
	}
}

/** Operators of fields, the most common first. */
export const operators: Readonly<Record<Field<never>['kind'], readonly Operator[]>> = {
	text: ['~', ':', '=', '!=', '!~'],
	choice: [':', '=', '!='],
	number: ['>', '<', '>=', '<=', '=', '!=', ':'],
};

/** Returns an example: 'as in size>4GiB' */
export function exampleOf<Row>(field: Field<Row>): string {
	switch (field.kind) {
		case 'number': {
			const date = field.unit === 'age' ? `, ${field.name}:2026-11` : '';
			return `as in ${field.name}${usualOperator(field)}${offered[field.unit].example}${date}`;
		}
		case 'choice':
			return `as in ${field.name}:${Object.keys(field.values)[0] ?? ''}`;
		case 'text':
			return `a part of it, as in ${field.name}~linux`;
	}
}

/** Returns the most common operator: young ages, short times, large amounts. */
export function usualOperator<Row>(field: Field<Row>): Operator {
	if (field.kind === 'number' && (field.unit === 'age' || field.unit === 'duration')) return '<';
	if (field.kind === 'text') return field.shared ? ':' : '~';
	return operators[field.kind][0] ?? ':';
}

function textTerm<Row>({ name, read, shared }: TextField<Row>, operator: Operator, value: string): Term<Row> {
	const wanted = fold(value);
	const isWhole = operator === '=' || operator === '!=';
	const isOpposite = operator === '!=' || operator === '!~';
	const fits = isWhole ? wholeMatcher(wanted) : (text: string) => text.includes(wanted);
	const holds = (text: string) => fits(fold(text));
	const one = shared ? memoizeTest(holds) : holds;
	const any = (row: Row) => {
		const texts = read(row);
		if (typeof texts === 'string') return one(texts);
		return texts.length === 0 ? holds('') : texts.some(one);
	};
	return {
		text: `${name}${isWhole ? operator : isOpposite ? '!~' : '~'}"${wanted}"`,
		matches: isOpposite ? (row) => !any(row) : any,
		cost: 3,
		timed: false,
		word: name === 'name' && operator !== '!~' && !isWhole ? wanted : undefined,
	};
}

function choiceTerm<Row>(field: ChoiceField<Row>, operator: Operator, text: string): Reading<Row> {
	const written = text.toLowerCase().replace(/[\s-]/g, '_');
	const synonyms = new Map(Object.entries(field.synonyms ?? {}));
	const value = synonyms.get(written) ?? written;
	const known = Object.keys(field.values);
	const begun = [...known, ...synonyms.keys()].filter((each) => each.startsWith(value));
	const meant = known.includes(value) ? [value] : begun.map((each) => synonyms.get(each) ?? each);
	const isUnknown = meant.length === 0;
	if (isUnknown && !field.open) return { fault: termText.invalidChoice(text, known) };
	const { has, read, isKnown } = field;
	const isBeginning = !known.includes(value);
	const matches = (row: Row) =>
		meant.some((each) => has(row, each)) || (isBeginning && read?.(row).startsWith(value) === true);
	const isTold = (row: Row) => isKnown === undefined || meant.every((each) => isKnown(row, each));
	return {
		term: {
			text: `${field.name}${operator === '!=' ? '!=' : ':'}${value}`,
			matches: operator === '!=' ? (row) => isTold(row) && !matches(row) : matches,
			isKnown: isTold,
			cost: 1,
			timed: false,
		},
		...(isUnknown ? { doubt: termText.unknownChoice(text, field.name, known) } : {}),
	};
}

function numberTerm<Row>(
	field: NumberField<Row>,
	operator: Operator,
	text: string,
	now: number,
): Reading<Row> {
	const date = field.unit === 'age' ? readDate(text, now) : undefined;
	if (date === 'unfinished')
		return { hint: `${field.name}${operator}${text}… a date is 2026-01-31 or 2026-01` };
	if (date) return { term: dateTerm(field, operator, date) };
	const amount = readAmount(text, field.unit);
	if (amount === undefined) {
		const faultOf = field.unit === 'age' ? termText.invalidAge : termText.invalidNumber;
		return { fault: faultOf(text, field.name, exampleOf(field)) };
	}
	if (amount === 'unfinished') {
		return { hint: `${field.name}${operator}${text}… ${offered[field.unit].units.join(', ')}` };
	}
	const { value, step } = amount;
	const timed = field.unit === 'age';
	const read = timed ? (row: Row) => now / 1000 - field.read(row) : field.read;
	return {
		term: {
			// The text must be unique, and the same age means another moment later.
			text: `${field.name}${operator}${value} ${step}${timed ? ` ${now}` : ''}`,
			matches: comparison(operator, value, value + step, read),
			isKnown: (row) => !Number.isNaN(read(row)),
			cost: 0,
			timed,
		},
	};
}

/**
 * Returns a term that compares a moment with a date; later is greater. All of a day, month or year is equal to it.
 */
function dateTerm<Row>(
	{ name, read }: NumberField<Row>,
	operator: Operator,
	{ from, to, timed }: Span,
): Term<Row> {
	const start = from / 1000;
	const end = to / 1000;
	const matches =
		operator === '>'
			? (row: Row) => read(row) >= end
			: operator === '<='
				? (row: Row) => read(row) < end
				: comparison(operator, start, end, read);
	const isKnown = (row: Row) => !Number.isNaN(read(row));
	return { text: `${name}${operator}${start} to ${end}`, matches, isKnown, cost: 0, timed };
}

/** Returns a comparison. A value with the same leading digits is equal: ratio=2.5 covers 2.5 to below 2.6. */
function comparison<Row>(
	operator: Operator,
	from: number,
	to: number,
	read: (row: Row) => number,
): (row: Row) => boolean {
	switch (operator) {
		case '<':
			return (row) => read(row) < from;
		case '<=':
			return (row) => read(row) <= from;
		case '>':
			return (row) => read(row) > from;
		case '>=':
			return (row) => read(row) >= from;
		case '!=':
			return (row) => {
				const value = read(row);
				return value < from || value >= to;
			};
		case ':':
		case '=':
		case '~':
		case '!~':
			return (row) => {
				const value = read(row);
				return value >= from && value < to;
			};
	}
}
