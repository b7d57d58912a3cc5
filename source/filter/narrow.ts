import { keywordOf } from './query.ts';
import { type Token, tokensOf } from './tokens.ts';

/** A condition of a filter as typed. */
interface Part {
	readonly text: string;
	readonly token: Token;
	readonly negated: boolean;
}

/** Returns the conditions of a filter, grouped by 'or'. */
function partsOf(filter: string): readonly (readonly Part[])[] {
	const groups: Part[][] = [[]];
	let nots = 0;
	for (const token of tokensOf(filter)) {
		const keyword = keywordOf(token);
		if (keyword === 'not') nots++;
		else if (keyword === 'or') groups.push([]);
		else {
			// Following text must not become part of it.
			const text = `${filter.slice(token.from, token.to)}${token.unclosed ? '"' : ''}`;
			const negated = token.negated !== (nots % 2 === 1);
			groups.at(-1)?.push({ text: `${nots % 2 === 1 ? 'not ' : ''}${text}`, token, negated });
			nots = 0;
		}
	}
	return groups.filter((parts) => parts.length > 0);
}

/**
 * Returns a filter narrowed by a condition. `field`: existing conditions of this field are replaced. Returns the same
 * text if the condition is already there.
 */
export function narrowFilter(filter: string, condition: string, field?: string): string {
	const groups = partsOf(filter);
	if (groups.length === 0) return condition;
	if (groups.every((parts) => parts.some(({ text }) => text === condition))) return filter;
	const texts = groups.map((parts) =>
		[...kept(parts, field).filter((text) => text !== condition), condition].join(' '),
	);
	return [...new Set(texts)].join(' or ');
}

/** Returns whether all alternatives of a filter have the condition that a field has a value. */
export function hasCondition(filter: string, field: string, value: string): boolean {
	const groups = partsOf(filter);
	return groups.length > 0 && groups.every((parts) => parts.some(({ text }) => text === `${field}:${value}`));
}

/** Returns a filter without the conditions of a field. */
export function withoutField(filter: string, field: string): string {
	const groups = partsOf(filter).map((parts) => kept(parts, field).join(' '));
	// An empty group matches all rows.
	return groups.includes('') ? '' : [...new Set(groups)].join(' or ');
}

function kept(parts: readonly Part[], field: string | undefined): readonly string[] {
	return parts
		.filter(
			({ token, negated }) =>
				negated ||
				field === undefined ||
				token.field?.toLowerCase() !== field ||
				!/^[:=~]$/.test(token.operator ?? ''),
		)
		.map(({ text }) => text);
}

/** Returns the conditions beside the one at a position of a filter, UTF-16 units. */
export function restOfFilter(filter: string, place: number): string {
	let start = 0;
	let end = filter.length;
	let here: Token | undefined;
	for (const token of tokensOf(filter)) {
		if (keywordOf(token) === 'or') {
			if (token.to < place) start = token.to;
			else if (token.from >= place) {
				end = token.from;
				break;
			}
		} else if (token.from < place && place <= token.to) here = token;
	}
	const text = here
		? `${filter.slice(start, here.from)} ${filter.slice(here.to, end)}`
		: filter.slice(start, end);
	return partsOf(text)
		.flat()
		.map((part) => part.text)
		.join(' ');
}
