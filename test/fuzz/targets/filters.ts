import fc from 'fast-check';
import { completionsAt } from '../../../source/filter/complete.ts';
import { downloadFields } from '../../../source/filter/download-fields.ts';
import { isNarrowerQuery, matcherOfQuery, readQuery } from '../../../source/filter/query.ts';
import { downloadKind } from '../../../source/state/downloads/downloads.ts';
import { hostileText } from '../../format/hostile.ts';
import { namedDownloads } from '../../screens/named-downloads.ts';
import { names } from '../../screens/names.ts';
import { target } from '../target.ts';

const now = Date.UTC(2026, 10, 20, 12);
const downloads = namedDownloads(names);
const words = [
	'ratio',
	'size',
	'status',
	'added',
	'is',
	'label',
	'name',
	'not',
	'or',
	'-',
	'!',
	'(',
	')',
	'"',
];
const values = [
	'>2',
	'<=1.5GiB',
	':seeding',
	'!=0',
	'=',
	'>2026-11-20',
	'<7d',
	'..',
	':"a b"',
	'~x',
	'NaN',
	'1e999',
];
const piece = fc.oneof(fc.constantFrom(...words, ...values, ' '), hostileText);

/** Filters: any text is read, matches each download without an error, and a repeated filter is as narrow as itself. */
export const filters = target({
	name: 'filters',
	input: fc.record({ pieces: fc.array(piece, { maxLength: 12 }), place: fc.nat(60) }),
	check({ pieces, place }) {
		const text = pieces.join('');
		const asked = { fields: downloadFields, nameOf: downloadKind.nameOf, now };
		const query = readQuery(text, asked);
		const matches = matcherOfQuery(query);
		for (const download of downloads) matches?.(download);
		if (!isNarrowerQuery(readQuery(text, asked), query)) throw new Error(`${text} is wider than itself`);
		const known = { fields: downloadFields, valuesOf: () => [], now, saved: [] };
		completionsAt(text, Math.min(place, text.length), known);
	},
});
