import Type from 'typebox';
import { decode } from '../../../protocol/decode.ts';
import type { Database } from '../../storage/sqlite.ts';
import { inTransaction, probeDatabase, readStored } from '../../storage/transaction.ts';
import type { LedgerEntry } from '../ledger/ledger.ts';
import { isNote, noteKey } from '../ledger/note.ts';
import { type Deletion, type Table, tables, type Write } from '../trading/effects.ts';
import type { SavedRow, SavedTrading } from '../trading/trading-options.ts';

const Row = Type.Object({ key: Type.String(), record: Type.String() });

const LedgerRow = Type.Object({ kind: Type.Enum(['paid', 'confirmed', 'received']), record: Type.String() });
const StoredNote = Type.Object({
	payer: Type.String(),
	payee: Type.String(),
	asset: Type.String(),
	amount: Type.String(),
	transaction: Type.String(),
	round: Type.Integer(),
	timestampMs: Type.Integer(),
	signature: Type.String(),
	receipt: Type.Union([Type.String(), Type.Null()]),
});

/** Records and ledger of the market in the database. */
export class MarketStore {
	readonly #database: Database;
	readonly #statements: Readonly<Record<Table, Record<'save' | 'remove', Statement>>>;
	readonly #append: Statement;
	readonly #deleteNote: Statement;
	readonly #use: Statement;
	readonly #used: Statement;

	constructor(database: Database) {
		this.#database = database;
		this.#statements = byTable((table) => ({
			save: database.prepare(
				`INSERT INTO market_${table} (key, record) VALUES (?, ?)
				ON CONFLICT (key) DO UPDATE SET record = excluded.record`,
			),
			remove: database.prepare(`DELETE FROM market_${table} WHERE key = ?`),
		}));
		this.#append = database.prepare('INSERT INTO market_ledger (note, kind, record) VALUES (?, ?, ?)');
		this.#deleteNote = database.prepare('DELETE FROM market_ledger WHERE note = ?');
		this.#use = database.prepare('INSERT OR IGNORE INTO market_used (id) VALUES (?)');
		this.#used = database.prepare('SELECT 1 FROM market_used WHERE id = ?');
	}

	/** Throws an HttpError when the disk of the database is full. */
	probe(): void {
		probeDatabase(this.#database);
	}

	/** Returns everything. Throws an HttpError if a row is damaged: no balance is computed from a part. */
	load(): SavedTrading {
		return readStored(() => ({
			...byTable((table) => this.#rows(`SELECT key, record FROM market_${table}`).map(recordOf)),
			ledger: this.#rows('SELECT kind, record FROM market_ledger ORDER BY number').map(entryOf),
		}));
	}

	/** Whether a deletion recorded an id, hexadecimal digits. */
	isUsed(id: string): boolean {
		return this.#used.get(Buffer.from(id, 'hex')) !== undefined;
	}

	/** Writes everything or nothing. Durable on return. */
	write(writes: readonly Write[], ledger: readonly LedgerEntry[], deletions: readonly Deletion[] = []): void {
		if (writes.length + ledger.length + deletions.length === 0) return;
		inTransaction(this.#database, () => {
			for (const { table, key, record } of writes) {
				const { save, remove } = this.#statements[table];
				if (record === null) remove.run(key);
				else save.run(key, JSON.stringify(record));
			}
			for (const { kind, note } of ledger) {
				this.#append.run(noteKey(note), kind, JSON.stringify({ ...note, amount: note.amount.toString() }));
			}
			for (const { notes, used } of deletions) {
				for (const id of used) this.#use.run(Buffer.from(id, 'hex'));
				for (const note of notes) this.#deleteNote.run(note);
			}
		});
	}

	/** Writes without waiting for the disk. A crash of the machine may lose it, a crash of the service does not. */
	writeSoon(writes: readonly Write[]): void {
		this.#database.exec('PRAGMA synchronous = NORMAL');
		try {
			this.write(writes, []);
		} finally {
			this.#database.exec('PRAGMA synchronous = FULL');
		}
	}

	#rows(query: string): unknown[] {
		return this.#database.prepare(query).all();
	}
}

type Statement = ReturnType<Database['prepare']>;

function byTable<Value>(of: (table: Table) => Value): Readonly<Record<Table, Value>> {
	return Object.fromEntries(tables.map((table) => [table, of(table)])) as Record<Table, Value>;
}

function recordOf(row: unknown): SavedRow {
	const { key, record } = decode(Row, row).value;
	return { key, record: JSON.parse(record) };
}

function entryOf(row: unknown): LedgerEntry {
	const { value: stored, deviations } = decode(LedgerRow, row);
	const { value: note, deviations: others } = decode(StoredNote, JSON.parse(stored.record));
	if (deviations.length > 0 || others.length > 0 || !/^\d{1,40}$/.test(note.amount)) throw damaged();
	const entry = { kind: stored.kind, note: { ...note, amount: BigInt(note.amount) } };
	if (!isNote(entry.note)) throw damaged();
	return entry;
}

const damaged = () => new Error('a row of the ledger is damaged');
