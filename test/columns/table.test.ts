import { describe, expect, test } from 'vitest';
import { growingColumn, numberColumn, withData } from '../../source/columns/declare.ts';
import { downloadDataColumns } from '../../source/columns/downloads.ts';
import { dataLine, dataLines, dataTitles } from '../../source/columns/table.ts';
import { decode } from '../../source/protocol/decode.ts';
import { Download } from '../../source/protocol/resources/download.ts';

interface Row {
	readonly name: string;
	readonly size?: number;
}

const columns = [
	growingColumn<Row>('name', 'NAME', 10, ({ name }) => name),
	withData(
		numberColumn<Row>('size', 'SIZE', 8, 1, () => 'some'),
		({ size }) => size,
	),
];

describe('lines for programs', () => {
	test('have exact numbers without exponent or unit, and a dash for unknown and empty values', () => {
		const rows = [
			{ name: 'a b', size: 1_234_567_890_123 },
			{ name: '', size: 1e21 },
			{ name: '–', size: 0.1 },
			{ name: 'x', size: Number.POSITIVE_INFINITY },
			{ name: 'y' },
		];
		expect(dataLines(columns, rows)).toEqual([
			'a b\t1234567890123',
			'-\t1000000000000000000000',
			'-\t0.1',
			'x\t-',
			'y\t-',
		]);
		expect(dataTitles(columns)).toBe('NAME\tSIZE');
	});

	test('have one tab between fields, however hostile a text is, and do not cut long names', () => {
		expect(dataLine(['a\tb\nc', '\u001b[31mx', ' '])).toMatch(/^a b c\t[^\x00-\x1f]*x\t-$/);
		const name = 'x'.repeat(250);
		expect(dataLines(columns, [{ name }])).toEqual([`${name}\t-`]);
	});

	test('have all columns for a download that the service hardly describes', () => {
		const { value } = decode(Download, { infohash: 'ab'.repeat(20), name: 'n' });
		const fields = dataLines(downloadDataColumns, [value])[0]?.split('\t');
		expect(fields).toHaveLength(downloadDataColumns.length);
		expect(fields?.slice(0, 2)).toEqual(['ab'.repeat(20), 'n']);
		expect(fields?.slice(3, 9)).toEqual(['-', '-', '-', '-', '-', '-']);
	});
});
