import { offered } from './amounts.ts';
import { offeredDates } from './dates.ts';
import { type Field, findField, type NumberField } from './fields.ts';
import { exampleOf, operators, usualOperator } from './terms.ts';
import { type Token, tokensOf } from './tokens.ts';

/** A completion of the typed part. */
export interface Offer {
	/** Replacement of the part. */
	readonly text: string;
	/** Meaning; may be untrusted. */
	readonly about: string;
	/** Number of matching rows, if known. */
	readonly count?: number | undefined;
}

/** Completions at a position of a filter. */
export interface Completions {
	/** The replaced part, UTF-16 units of the filter. */
	readonly from: number;
	readonly to: number;
	/** The most likely first. */
	readonly offers: readonly Offer[];
}

/** A value and the number of rows that have it. */
export interface Counted {
	readonly value: string;
	readonly count: number;
}

/** Data for completions. */
export interface CompletionContext<Row> {
	readonly fields: readonly Field<Row>[];
	/** Returns the current values of a field, the most frequent first. */
	readonly valuesOf: (field: string) => readonly Counted[];
	/** Reference of offered dates, Unix ms. */
	readonly now: number;
	/** Saved filters, offered at an empty position. */
	readonly saved: readonly { readonly name: string; readonly filter: string }[];
}

const MAX_OFFERS = 60;
/** Minimum letters before values are offered without their field. */
const MIN_LETTERS = 2;

const keywords: readonly Offer[] = [
	{ text: 'not', about: 'negates the next condition' },
	{ text: 'or', about: 'matches the condition before or the one after' },
];

/** Returns the completions of a filter with the cursor at `place`. */
export function completionsAt<Row>(text: string, place: number, known: CompletionContext<Row>): Completions {
	const token = tokensOf(text).find(({ from, to }) => from < place && place <= to);
	if (!token) return { from: place, to: place, offers: offersAtStart(text, known) };
	const typed = text.slice(token.bodyFrom, place);
	const [part] = tokensOf(typed);
	const offers = part && !part.negated ? offersFor(typed, part, known) : [];
	return {
		from: token.bodyFrom,
		to: token.to,
		offers: offers.filter((offer) => offer.text !== typed).slice(0, MAX_OFFERS),
	};
}

/** Returns the offers for an empty position. */
function offersAtStart<Row>(text: string, known: CompletionContext<Row>): readonly Offer[] {
	const fields = known.fields.flatMap(fieldOffers);
	if (text.trim() !== '') return fields;
	const saved = known.saved.map(({ name, filter }): Offer => ({ text: filter, about: `saved as ${name}` }));
	return [...saved, ...known.fields.flatMap((field) => valueOffers(field, '', known, true)), ...fields];
}

function offersFor<Row>(typed: string, part: Token, known: CompletionContext<Row>): readonly Offer[] {
	const { field: name, operator, value, quoted, unclosed } = part;
	if (name === undefined || operator === undefined) {
		return quoted ? [] : wordOffers(value.toLowerCase(), known);
	}
	const field = findField(known.fields, name);
	if (!field || (quoted && !unclosed)) return [];
	if (!operators[field.kind].includes(operator)) return [];
	const head = `${name}${operator}`;
	switch (field.kind) {
		case 'choice':
			return valuesFor(head, field, known, (each) => each.startsWith(value.toLowerCase()));
		case 'text': {
			const wanted = value.toLowerCase();
			return valuesFor(head, field, known, (each) => each.toLowerCase().includes(wanted));
		}
		case 'number':
			return quoted
				? []
				: [...amountOffers(head, value, field, typed), ...dateOffers(head, value, field, known.now)];
	}
}

/** Returns the offers for a partly typed word. */
function wordOffers<Row>(word: string, known: CompletionContext<Row>): readonly Offer[] {
	return [
		...known.fields.filter(({ name }) => name.startsWith(word)).flatMap(fieldOffers),
		...(word.length < MIN_LETTERS ? [] : known.fields.flatMap((field) => valueOffers(field, word, known))),
		...keywords.filter(({ text }) => text.startsWith(word)),
	];
}

function fieldOffers<Row>(field: Field<Row>): readonly Offer[] {
	const offer = {
		text: `${field.name}${usualOperator(field)}`,
		about: `${field.about}, ${exampleOf(field)}`,
	};
	const isBare = field.kind === 'text' && field.bare === true;
	return isBare ? [{ text: field.name, about: 'something went wrong' }, offer] : [offer];
}

/** Returns conditions whose values begin with a word. `present`: only values that rows have. */
function valueOffers<Row>(
	field: Field<Row>,
	word: string,
	known: CompletionContext<Row>,
	present = false,
): readonly Offer[] {
	if (field.kind !== 'choice' || (present && !field.open)) return [];
	// Values of rows are counted only if they can be offered.
	const words = [...Object.keys(field.values), ...Object.keys(field.synonyms ?? {})];
	if (!field.open && !words.some((each) => each.startsWith(word))) return [];
	const offers = valuesFor(`${field.name}:`, field, known, (each) => each.startsWith(word));
	return present ? offers.filter(({ count = 0 }) => count > 0) : offers;
}

function valuesFor<Row>(
	head: string,
	field: Field<Row>,
	{ valuesOf }: CompletionContext<Row>,
	fits: (value: string) => boolean,
): readonly Offer[] {
	const meanings = field.kind === 'choice' ? field.values : {};
	const synonyms = Object.entries((field.kind === 'choice' ? field.synonyms : undefined) ?? {});
	const isMeant = (value: string) => synonyms.some(([word, meant]) => meant === value && fits(word));
	const present = valuesOf(field.name);
	const absent = Object.keys(meanings).filter((each) => !present.some(({ value }) => value === each));
	return [...present, ...absent.map((value) => ({ value, count: undefined }))]
		.filter(({ value }) => value !== '' && !value.includes('"') && (fits(value) || isMeant(value)))
		.slice(0, MAX_OFFERS)
		.map(({ value, count }) => ({
			text: `${head}${/\s/.test(value) ? `"${value}"` : value}`,
			about: meanings[value] ?? '',
			count,
		}));
}

function dateOffers<Row>(
	head: string,
	value: string,
	{ unit, about }: NumberField<Row>,
	now: number,
): readonly Offer[] {
	if (unit !== 'age') return [];
	return offeredDates(now)
		.filter((date) => date.startsWith(value.toLowerCase()))
		.map((date) => ({ text: `${head}${date}`, about }));
}

function amountOffers<Row>(
	head: string,
	value: string,
	{ unit, about }: NumberField<Row>,
	typed: string,
): readonly Offer[] {
	const { units, example } = offered[unit];
	if (value === '') return [{ text: `${head}${example}`, about }];
	const [, digits, begun = ''] = /^([\d.,]*\d)(\p{L}*)$/u.exec(value) ?? [];
	if (digits === undefined) return [];
	return units
		.filter((each) => each.toLowerCase().startsWith(begun.toLowerCase()))
		.map((each) => ({ text: `${head}${digits}${each}`, about }))
		.filter(({ text }) => text.toLowerCase() !== typed.toLowerCase());
}
