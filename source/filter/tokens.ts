const operators = [':', '=', '!=', '~', '!~', '<', '<=', '>', '>='] as const;
export type Operator = (typeof operators)[number];

/** A part of a filter as typed. Positions are UTF-16 units in the text. */
export interface Token {
	readonly from: number;
	readonly to: number;
	/** Position after the negation. */
	readonly bodyFrom: number;
	readonly negated: boolean;
	/** Text before the operator; undefined if there is no operator. */
	readonly field: string | undefined;
	readonly operator: Operator | undefined;
	/** Without quotation marks. */
	readonly value: string;
	readonly quoted: boolean;
	/** Whether a quotation mark is not closed and extends to the end. */
	readonly unclosed: boolean;
}

const condition = /(\p{L}+)(<=|>=|!=|!~|[:=<>~])/uy;
const blank = /\s*/y;
const rest = /\S*/y;

function at(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
	pattern.lastIndex = place;
	return pattern.exec(text);
}

/** Splits a filter into tokens. Any text is valid. */
export function tokensOf(text: string): readonly Token[] {
	const tokens: Token[] = [];
	for (let place = skip(text, 0); place < text.length; place = skip(text, place)) {
		const token = tokenAt(text, place);
		tokens.push(token);
		place = token.to;
	}
	return tokens;
}

function skip(text: string, place: number): number {
	return place + (at(blank, text, place)?.[0].length ?? 0);
}

function tokenAt(text: string, from: number): Token {
	// Alone they are words, because names contain a minus between spaces. Other programs use '!'.
	const negated = /^[-!]$/.test(text[from] ?? '') && /\S/.test(text[from + 1] ?? '');
	const bodyFrom = negated ? from + 1 : from;
	const begun = at(condition, text, bodyFrom);
	const valueFrom = bodyFrom + (begun?.[0].length ?? 0);
	const operator = operators.find((each) => each === begun?.[2]);
	const begins = { from, bodyFrom, negated, field: begun?.[1], operator };
	if (text[valueFrom] === '"') {
		const end = text.indexOf('"', valueFrom + 1);
		const valueTo = end < 0 ? text.length : end;
		const value = text.slice(valueFrom + 1, valueTo);
		return { ...begins, to: end < 0 ? valueTo : end + 1, value, quoted: true, unclosed: end < 0 };
	}
	const value = at(rest, text, valueFrom)?.[0] ?? '';
	return { ...begins, to: valueFrom + value.length, value, quoted: false, unclosed: false };
}
