import { expect, test } from 'vitest';
import { downloadFacts } from '../../source/columns/download-facts.ts';
import { allDownloadColumns } from '../../source/columns/downloads.ts';
import { decode } from '../../source/protocol/decode.ts';
import { Download } from '../../source/protocol/resources/download.ts';

const bare = decode(Download, {
	name: 'bare',
	infohash: 'a'.repeat(40),
	progress: 0.5,
	status: 'DOWNLOADING',
}).value;
const zero = decode(Download, {
	...bare,
	...Object.fromEntries(
		['speed_down', 'speed_up', 'size', 'eta', 'ratio', 'num_seeds', 'num_peers', 'hops', 'availability'].map(
			(name) => [name, 0],
		),
	),
}).value;

const said = ['name', 'status', 'progress', 'infohash'];

test.each(allDownloadColumns.filter(({ id }) => !said.includes(id)))(
	'column $id shows a dash for what the service does not say',
	({ value }) => {
		expect(value(bare, 20).replace('/', '')).toMatch(/^–+$/);
	},
);

test('columns sort what is unknown after what is 0, the greatest first', () => {
	for (const { id, sortKey, greatestFirst } of allDownloadColumns) {
		if (!sortKey || !greatestFirst || said.includes(id)) continue;
		const [unknown, none] = [sortKey(bare), sortKey(zero)];
		expect(Number(unknown), id).toBe(Number.NEGATIVE_INFINITY);
		expect(Number(none) >= Number(unknown), id).toBe(true);
	}
});

test('the details show no number for what the service does not say', () => {
	const facts = new Map(downloadFacts(bare));
	expect(facts.get('availability')).toBe('–');
	expect(facts.get('down')).toBe('–, limit unknown');
	expect(facts.get('seeds')).toBe('–');
	expect(facts.get('hops')).toBe('–');
	expect(facts.get('received')).toBe('–');
	expect(facts.get('sent')).toBe('–, ratio –');
	expect(facts.get('added')).toBe('–');
	expect(facts.get('progress')).toBe('50.0% of an unknown size');
	expect(new Map(downloadFacts(zero)).get('availability')).toBe('0.00 copies among peers and here');
});
