import { type Field, findField } from './fields.ts';
import { bareTerm, fieldTerm, type ParseContext, type Reading, type Term, wordTerm } from './terms.ts';
import { type Token, tokensOf } from './tokens.ts';

/** A parsed filter. */
export interface Query<Row> {
	/** A row matches if it meets all terms of one group. Without groups, all rows match. */
	readonly groups: readonly (readonly Term<Row>[])[];
	/** Reasons why parts are ignored or doubtful. They quote the typed text. */
	readonly faults: readonly string[];
	/** Missing input of the typed part, which is ignored until it is complete. */
	readonly hints: readonly string[];
	/** All faults and hints with their places, in the sequence of the text. */
	readonly problems: readonly Problem[];
	/** Folded texts to highlight in the names of rows. */
	readonly words: readonly string[];
	/** Whether the result depends on the current time. */
	readonly timed: boolean;
}

/** A fault or a hint with its place. */
interface Problem {
	/** Reason to reject the filter, for callers that do not ignore invalid conditions. */
	readonly rejection: string;
	/** Place of the condition in the filter, UTF-16 units. */
	readonly from: number;
	readonly to: number;
}

export const noQuery: Query<unknown> = {
	groups: [],
	faults: [],
	hints: [],
	problems: [],
	words: [],
	timed: false,
};

/** Maximum terms. Longer filters are pasted by mistake. */
const MAX_TERMS = 60;

export const queryText = {
	tooMany: `A filter has at most ${MAX_TERMS} conditions. The rest is ignored.`,
	misplacedOr: "'or' must be between two conditions.",
	unclosed: 'The quotation mark is not closed.',
	unfinished: (keyword: string) => `A condition must follow '${keyword}'.`,
	noField: (name: string) => `There is no field '${name}'.`,
	searched: (name: string) => `There is no field '${name}'; it is searched in the names.`,
	tooManyConditions: `A filter has at most ${MAX_TERMS} conditions.`,
	incomplete: (hint: string) => `The condition is not complete: ${hint}.`,
} as const;

/** Parses a filter. It never fails: invalid conditions are reported and ignored. */
export function readQuery<Row>(text: string, asked: ParseContext<Row>): Query<Row> {
	const groups: Term<Row>[][] = [[]];
	const faults: string[] = [];
	const hints: string[] = [];
	const problems: Problem[] = [];
	const note = ({ from, to }: Token, rejection: string) => problems.push({ rejection, from, to });
	let last: Token | undefined;
	let negated = false;
	let awaited: 'not' | 'or' | undefined;
	let misplaced = false;
	let count = 0;
	for (const token of tokensOf(text)) {
		const keyword = keywordOf(token);
		last = token;
		// Every row is tested against every term, at each key and each poll.
		if (keyword === undefined && ++count > MAX_TERMS) {
			faults.push(queryText.tooMany);
			note(token, queryText.tooManyConditions);
			break;
		}
		if (keyword === 'not') {
			negated = !negated;
			awaited = keyword;
			continue;
		}
		if (keyword === 'or') {
			if (awaited !== undefined || groups.at(-1)?.length === 0) {
				misplaced = true;
				note(token, queryText.misplacedOr);
			} else groups.push([]);
			awaited = keyword;
			continue;
		}
		awaited = undefined;
		// The user may still be typing another word.
		if (misplaced) faults.push(queryText.misplacedOr);
		misplaced = false;
		if (token.unclosed) {
			hints.push(queryText.unclosed);
			note(token, queryText.unclosed);
		}
		const reading = readToken(token, asked);
		if ('fault' in reading) {
			faults.push(reading.fault);
			note(token, reading.fault);
		} else if ('hint' in reading) {
			hints.push(reading.hint);
			note(token, queryText.incomplete(reading.hint));
		} else {
			if (reading.doubt !== undefined) {
				faults.push(reading.doubt);
				note(token, reading.rejection ?? reading.doubt);
			}
			groups.at(-1)?.push(token.negated !== negated ? opposite(reading.term) : reading.term);
		}
		negated = false;
	}
	if (awaited !== undefined) {
		hints.push(queryText.unfinished(awaited));
		if (last && !misplaced) note(last, queryText.unfinished(awaited));
	}
	return queryOf(groups, faults, hints, problems);
}

/** Whether a text has a condition, a negation or a quotation, so that it is a filter and hardly a name. */
export function hasConditions<Row>(text: string, fields: readonly Field<Row>[]): boolean {
	return tokensOf(text).some(({ field, negated, quoted, value }) => {
		if (negated || quoted) return true;
		if (field !== undefined) return findField(fields, field) !== undefined;
		const bare = findField(fields, value);
		return bare?.kind === 'text' && bare.bare === true;
	});
}

/** Returns the keyword of a part that joins or negates its neighbors; undefined for others. */
export function keywordOf({ quoted, negated, field, value }: Token): 'not' | 'or' | undefined {
	if (quoted || negated || field !== undefined) return undefined;
	const word = value.toLowerCase();
	return word === 'not' ? 'not' : word === 'or' || word === '|' ? 'or' : undefined;
}

function readToken<Row>(token: Token, { fields, nameOf, now }: ParseContext<Row>): Reading<Row> {
	const { field: name, operator, value, quoted } = token;
	if (name === undefined || operator === undefined) {
		const bare = quoted ? undefined : findField(fields, value);
		if (bare?.kind === 'text' && bare.bare) return { term: bareTerm(bare) };
		return { term: wordTerm(value, nameOf) };
	}
	const field = findField(fields, name);
	if (field) return fieldTerm(field, operator, token, now);
	if (operator !== ':') return { fault: queryText.noField(name) };
	// A name may contain a colon.
	return {
		term: wordTerm(`${name}:${value}`, nameOf),
		doubt: queryText.searched(name),
		rejection: queryText.noField(name),
	};
}

function opposite<Row>(term: Term<Row>): Term<Row> {
	const { text, cost, timed } = term;
	const matches = (row: Row) => term.isKnown?.(row) !== false && !term.matches(row);
	return { text: `-${text}`, matches, cost, timed };
}

function queryOf<Row>(
	all: readonly Term<Row>[][],
	faults: readonly string[],
	hints: readonly string[],
	problems: readonly Problem[],
): Query<Row> {
	const groups = all
		.filter((terms) => terms.length > 0)
		.map((terms) => terms.toSorted((one, other) => one.cost - other.cost));
	const terms = groups.flat();
	const words = terms.flatMap(({ word }) => (word === undefined || word === '' ? [] : [word]));
	return { groups, faults, hints, problems, words, timed: terms.some(({ timed }) => timed) };
}

/** Returns the test of a row; undefined if all rows match. */
export function matcherOfQuery<Row>({ groups }: Query<Row>): ((row: Row) => boolean) | undefined {
	const [only, ...others] = groups;
	if (!only) return undefined;
	const meetsAll = (terms: readonly Term<Row>[]) => (row: Row) => {
		for (const { matches } of terms) if (!matches(row)) return false;
		return true;
	};
	if (others.length === 0) return meetsAll(only);
	const tests = groups.map(meetsAll);
	return (row) => tests.some((test) => test(row));
}

/** Whether all matches of one filter certainly match the other too. */
export function isNarrowerQuery<Row>(one: Query<Row>, other: Query<Row>): boolean {
	if (other.groups.length === 0) return true;
	return one.groups.length > 0 && one.groups.every((group) => isNarrowerThanAny(group, other.groups));
}

function isNarrowerThanAny<Row>(group: readonly Term<Row>[], others: Query<Row>['groups']): boolean {
	return others.some((wanted) =>
		wanted.every(({ text, word }) =>
			group.some((term) => term.text === text || (word !== undefined && term.word?.includes(word))),
		),
	);
}
