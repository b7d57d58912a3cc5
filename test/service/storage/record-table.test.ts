import { DatabaseSync } from '@photostructure/sqlite';
import Type from 'typebox';
import { expect, test } from 'vitest';
import {
	automatic,
	blob,
	field,
	fixed,
	flag,
	given,
	initialOf,
	integer,
	json,
	nullable,
	oneOf,
	RecordTable,
	real,
	recordReader,
	text,
	unsaved,
} from '../../../source/service/storage/record-table.ts';
import type { Database } from '../../../source/service/storage/sqlite.ts';

const fields = {
	number: automatic('number'),
	owner: fixed('owner', text),
	name: given('name', text),
	color: field('color', oneOf('red', 'green'), 'red'),
	size: field('size', nullable(integer, undefined), undefined),
	share: field('share', real, 0),
	isOpen: field('is_open', flag, false),
	bytes: field('bytes', blob, Uint8Array.of(1)),
	words: field('words', json(Type.Array(Type.String())), ["it's"], 2),
	place: field('place', nullable(integer, null), null, 3),
} as const;
const all = { ...fields, opened: unsaved(7) } as const;
const table = new RecordTable('things', { since: 1, constraint: 'UNIQUE (owner, name)' }, fields);
const initial = initialOf(all);
const read = recordReader(all);

function open(steps: number): Database {
	const database = new DatabaseSync(':memory:');
	for (let step = 1; step <= steps; step++) database.exec(table.step(step));
	return database;
}

const stored = (database: Database) =>
	database.prepare('SELECT * FROM things ORDER BY number').all().map(read);

const changed = {
	...initial,
	owner: 'me',
	name: "a 'name'",
	color: 'green',
	size: 3,
	share: 0.5,
	isOpen: true,
	bytes: Uint8Array.of(2, 3),
	words: [],
	place: 0,
} as const;

test.each([
	['initial values', { ...initial, owner: 'me', name: '' }],
	['values of its own', changed],
])('a record with %s is read as it was saved', (_, record) => {
	const database = open(table.lastStep);
	const number = table.inserting(database)(record);
	expect(number).toBe(1);
	expect(stored(database)).toEqual([{ ...record, number }]);
});

test('a later step adds a column, and older rows get its initial value', () => {
	const database = open(1);
	database.exec("INSERT INTO things (owner, name) VALUES ('me', 'old')");
	for (const step of [2, 3]) database.exec(table.step(step));
	expect(stored(database)).toEqual([{ ...initial, number: 1, owner: 'me', name: 'old' }]);
	expect([table.step(4), table.lastStep]).toEqual(['', 3]);
});

test('an update changes all but the fixed fields of one record', () => {
	const database = open(3);
	for (const name of ['one', 'other']) table.inserting(database)({ ...initial, owner: 'me', name });
	table.updating(database)({ ...changed, number: 2, owner: 'else' });
	expect(stored(database)).toEqual([
		{ ...initial, number: 1, owner: 'me', name: 'one' },
		{ ...changed, number: 2 },
	]);
});

test('a saved record keeps its row and its fixed fields if it exists', () => {
	const keyed = { id: fixed('id', text), maker: fixed('maker', text), size: given('size', integer) } as const;
	const parts = new RecordTable('parts', { since: 1, isWithoutRowid: true }, keyed);
	const database = new DatabaseSync(':memory:');
	database.exec(parts.step(1));
	const save = parts.saving(database);
	save({ id: 'a', maker: 'x', size: 1.4 });
	save({ id: 'a', maker: 'y', size: 2.6 });
	expect(database.prepare('SELECT * FROM parts').all()).toEqual([{ id: 'a', maker: 'x', size: 3 }]);
});
