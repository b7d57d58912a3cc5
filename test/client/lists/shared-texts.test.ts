import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SharedTexts } from '../../../source/client/lists/shared-texts.ts';
import type { Download } from '../../../source/protocol/resources/download.ts';

const text = fc.constantFrom('', 'a', 'b', 'x'.repeat(300));
const tracker = fc.record(
	{ url: text, status: text, peers: fc.nat(1), odd: fc.constantFrom(1, '1', null, [1], { a: 1 }) },
	{ requiredKeys: ['url', 'status'] },
);
const download = fc.record(
	{ destination: text, status: text, trackers: fc.array(tracker, { maxLength: 3 }) },
	{ requiredKeys: ['destination', 'status'] },
);

/** Returns a new object with new strings. */
function parsed(value: object): Download {
	return { name: 'n', infohash: 'ab', vod_mode: false, error: '', ...JSON.parse(JSON.stringify(value)) };
}

test('SharedTexts changes no value', () => {
	fc.assert(
		fc.property(fc.array(download), (all) => {
			const texts = new SharedTexts();
			const given = all.map(parsed);
			for (const one of given) texts.putInto(one);
			expect(given).toEqual(all.map(parsed));
		}),
	);
});

test('SharedTexts shares equal trackers with the previous download, one by one', () => {
	const texts = new SharedTexts();
	const put = (peers: number) => {
		const one = parsed({
			destination: '',
			status: '',
			trackers: [
				{ url: 'a', status: 'Working', peers },
				{ url: '[DHT]', status: 'Disabled', peers: 0 },
			],
		});
		texts.putInto(one);
		return one.trackers;
	};
	const first = put(1);
	expect(put(1)).toBe(first);
	const other = put(2);
	expect(other?.[0]).not.toBe(first?.[0]);
	expect(other?.[1]).toBe(first?.[1]);
	expect(first?.[0]?.peers).toBe(1);
});
