import type Type from 'typebox';
import { decode } from '../../protocol/decode.ts';
import type { Database } from './sqlite.ts';

/** A value in SQLite. */
type Stored = string | number | Uint8Array | null;

/** How values are stored. */
export interface Kind<Value> {
	/** Type of the column. */
	readonly type: 'TEXT' | 'INTEGER' | 'REAL' | 'BLOB';
	/** Whether a column may be null. */
	readonly isNullable?: boolean;
	/** Returns the value of a column. One of another type counts as empty. Throws for damaged JSON. */
	read(stored: unknown): Value;
	write(value: Value): Stored;
}

export const text: Kind<string> = {
	type: 'TEXT',
	read: (stored) => (typeof stored === 'string' ? stored : ''),
	write: (value) => value,
};

/** One of some texts. Another one counts as the first of them. */
export function oneOf<Value extends string>(first: Value, ...others: readonly Value[]): Kind<Value> {
	return {
		...text,
		read: (stored) => others.find((value) => value === stored) ?? first,
	};
}

/** Numbers are rounded when they are saved. */
export const integer: Kind<number> = {
	type: 'INTEGER',
	read: (stored) => (typeof stored === 'number' ? stored : 0),
	write: Math.round,
};

export const real: Kind<number> = { ...integer, type: 'REAL', write: (value) => value };

export const flag: Kind<boolean> = {
	type: 'INTEGER',
	read: (stored) => stored === 1,
	write: (value) => (value ? 1 : 0),
};

export const blob: Kind<Uint8Array> = {
	type: 'BLOB',
	read: (stored) => (stored instanceof Uint8Array ? new Uint8Array(stored) : new Uint8Array()),
	write: (value) => value,
};

/** Values of a schema as JSON. */
export function json<Schema extends Type.TSchema>(schema: Schema): Kind<Readonly<Type.Static<Schema>>> {
	return {
		type: 'TEXT',
		read: (stored) => decode(schema, JSON.parse(text.read(stored))).value,
		write: (value) => JSON.stringify(value),
	};
}

/** Values of a kind, or `missing` for null. */
export function nullable<Value, Missing extends null | undefined>(
	kind: Kind<Value>,
	missing: Missing,
): Kind<Value | Missing> {
	return {
		...kind,
		isNullable: true,
		read: (stored) => (stored === null ? missing : kind.read(stored)),
		write: (value) => (value === null || value === undefined ? null : kind.write(value)),
	};
}

/** A field of a record, and its column. */
interface Field<Value> {
	/** Absent if the field is not saved. */
	readonly column?: string;
	readonly kind: Kind<Value>;
	/** Step of the database that adds the column; undefined for that of the table. */
	readonly since?: number | undefined;
	/** Value in new records, and in records that are older than the column. Absent if each record has its own. */
	readonly initial?: Value;
	/** Whether it never changes. */
	readonly isFixed?: boolean;
	/** Whether SQLite gives it to a new record. */
	readonly isAutomatic?: boolean;
}

/** Declares a field with its value in new records. `since`: the step of the database that adds it, if not its table. */
export function field<Value>(column: string, kind: Kind<Value>, initial: NoInfer<Value>, since?: number) {
	return { column, kind, since, initial } satisfies Field<Value>;
}

/** Declares a field whose value is given with each new record. */
export function given<Value>(column: string, kind: Kind<Value>): Field<Value> {
	return { column, kind };
}

/** Declares a field that is given with each new record and never changes. */
export function fixed<Value>(column: string, kind: Kind<Value>) {
	return { column, kind, isFixed: true } as const satisfies Field<Value>;
}

/** Declares a primary key that SQLite gives to a new record, in ascending order. */
export function automatic(column: string) {
	return { ...fixed(column, integer), initial: 0, isAutomatic: true } as const;
}

/** Declares a field that is not saved. Records that are read have its initial value. */
export function unsaved<Value>(initial: Value) {
	const kind: Kind<Value> = { type: 'TEXT', read: () => initial, write: () => null };
	return { kind, initial };
}

type Fields = Readonly<Record<string, Field<unknown>>>;
type ValueOf<Declared> = Declared extends { readonly kind: Kind<infer Value> } ? Value : never;
type Fixed = { readonly isFixed: true };
type Initial = { readonly initial: unknown };

/** Record of declared fields. */
export type RecordOf<Declared> = {
	-readonly [Name in keyof Declared as Declared[Name] extends Fixed ? never : Name]: ValueOf<Declared[Name]>;
} & {
	readonly [Name in keyof Declared as Declared[Name] extends Fixed ? Name : never]: ValueOf<Declared[Name]>;
};

type InitialRecord<Declared> = {
	[Name in keyof Declared as Declared[Name] extends Initial ? Name : never]: ValueOf<Declared[Name]>;
};

/** Returns the values of new records, of the fields that have one. */
export function initialOf<Declared extends Fields>(fields: Declared): InitialRecord<Declared> {
	const initial = Object.entries(fields).filter(([, field]) => 'initial' in field);
	return Object.fromEntries(initial.map(([name, field]) => [name, field.initial])) as InitialRecord<Declared>;
}

/** Returns a function that reads the record of a row of SQLite. */
export function recordReader<Declared extends Fields>(fields: Declared): (row: Row) => RecordOf<Declared> {
	const all = Object.entries(fields).map(([name, { column = '', kind }]) => ({ name, column, kind }));
	// V8 makes slow objects by adding many fields by name. Copies of a parsed object are fast.
	const blank: Row = JSON.parse(JSON.stringify(Object.fromEntries(all.map(({ name }) => [name, null]))));
	return (row) => {
		const record: Record<string, unknown> = { ...blank };
		for (const { name, column, kind } of all) record[name] = kind.read(row[column]);
		// Each kind returns a value of its field. Only this place asserts it.
		return record as RecordOf<Declared>;
	};
}

type Row = Readonly<Record<string, unknown>>;
type NamedField = Field<unknown> & { readonly name: string; readonly column: string };

interface TableOptions {
	/** Step of the database that creates the table. */
	readonly since: number;
	readonly constraint?: string;
	readonly isWithoutRowid?: boolean;
}

/** A table of SQLite whose rows are records. The first field is the primary key. */
export class RecordTable<Declared extends Fields> {
	readonly #name: string;
	readonly #options: TableOptions;
	readonly #fields: readonly NamedField[];
	/** Column of the primary key. */
	readonly #key: string;

	constructor(name: string, options: TableOptions, fields: Declared) {
		this.#name = name;
		this.#options = options;
		this.#fields = Object.entries(fields).flatMap(([name, field]) =>
			field.column === undefined ? [] : [{ ...field, name, column: field.column }],
		);
		this.#key = this.#fields[0]?.column ?? '';
	}

	/** Last step of the database that changes the table. */
	get lastStep(): number {
		return Math.max(...this.#fields.map(({ since = this.#options.since }) => since));
	}

	/** Returns the statements of a step of the database: they create the table, or add its columns. */
	step(number: number): string {
		const { since: first, constraint, isWithoutRowid } = this.#options;
		const added = this.#fields
			.filter(({ since = first }) => since === number)
			.map((field) => declarationOf(field, field.column === this.#key));
		if (number !== first)
			return added.map((column) => `ALTER TABLE ${this.#name} ADD COLUMN ${column};`).join('\n');
		const parts = constraint === undefined ? added : [...added, constraint];
		return `CREATE TABLE ${this.#name} (${parts}) STRICT${isWithoutRowid ? ', WITHOUT ROWID' : ''};`;
	}

	/** Prepares the insertion of records, with a clause for conflicts. The function returns the rowid. */
	inserting(database: Database, onConflict = ''): (record: RecordOf<Declared>) => number {
		const fields = this.#fields.filter(({ isAutomatic }) => !isAutomatic);
		const columns = fields.map(({ column }) => column);
		const sql = `INSERT INTO ${this.#name} (${columns}) VALUES (${columns.map(() => '?')}) ${onConflict}`;
		const run = prepare(database, sql, fields);
		return (record) => Number(run(record).lastInsertRowid);
	}

	/** Prepares the saving of records, new ones or existing ones. An existing row keeps its position. */
	saving(database: Database): (record: RecordOf<Declared>) => void {
		const changes = this.#changing.map(({ column }) => `${column} = excluded.${column}`);
		return this.inserting(database, `ON CONFLICT (${this.#key}) DO UPDATE SET ${changes}`);
	}

	/** Prepares the saving of existing records. Does nothing for others. */
	updating(database: Database): (record: RecordOf<Declared>) => void {
		const changes = this.#changing.map(({ column }) => `${column} = ?`);
		const sql = `UPDATE ${this.#name} SET ${changes} WHERE ${this.#key} = ?`;
		return prepare(database, sql, [...this.#changing, ...this.#fields.slice(0, 1)]);
	}

	get #changing(): readonly NamedField[] {
		return this.#fields.filter(({ isFixed }) => !isFixed);
	}
}

/** Returns the declaration of a column. Rows that are older than it get its initial value. */
function declarationOf(field: NamedField, isKey: boolean): string {
	const { column, kind, initial, isAutomatic } = field;
	if (isKey) return `${column} ${kind.type} PRIMARY KEY${isAutomatic ? ' AUTOINCREMENT' : ''}`;
	const stored = 'initial' in field ? kind.write(initial) : null;
	const missing = stored === null ? '' : ` DEFAULT ${literalOf(stored)}`;
	return `${column} ${kind.type}${kind.isNullable ? '' : ' NOT NULL'}${missing}`;
}

/** Prepares a statement with a parameter for each field of a record, in their sequence. */
function prepare(database: Database, sql: string, fields: readonly NamedField[]) {
	const statement = database.prepare(sql);
	return (record: object) => {
		const values = record as Row;
		return statement.run(...fields.map(({ name, kind }) => kind.write(values[name])));
	};
}

function literalOf(value: Exclude<Stored, null>): string {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string'
		? `'${value.replaceAll("'", "''")}'`
		: `x'${Buffer.from(value).toString('hex')}'`;
}
