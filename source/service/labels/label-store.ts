import Type from 'typebox';
import { decode } from '../../protocol/decode.ts';
import type { Database } from '../storage/sqlite.ts';
import { inTransaction } from '../storage/transaction.ts';

/** Properties of a label that its downloads inherit, with those of a new label. */
const Properties = Type.Object({
	/** Folder of downloads that are added with it; empty for the usual one. */
	destination: Type.String({ default: '' }),
	/** Bytes per second for each of its downloads without a limit of its own, 0 for none. */
	maxDownloadSpeed: Type.Integer({ default: 0 }),
	maxUploadSpeed: Type.Integer({ default: 0 }),
	/** Null: the limit of all downloads. 0: none. */
	seedingRatio: Type.Union([Type.Number(), Type.Null()], { default: null }),
	seedingMinutes: Type.Union([Type.Integer(), Type.Null()], { default: null }),
});
export type LabelProperties = Readonly<Type.Static<typeof Properties>>;

export const plainLabel: LabelProperties = decode(Properties, {}).value;

const Row = Type.Object({ name: Type.String(), record: Type.String() });

/** Labels in the database. */
export class LabelStore {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	load(): Map<string, LabelProperties> {
		const rows: unknown[] = this.#database.prepare('SELECT name, record FROM labels ORDER BY name').all();
		return new Map(
			rows.map((row) => {
				const { name, record } = decode(Row, row).value;
				return [name, decode(Properties, JSON.parse(record)).value];
			}),
		);
	}

	/** Saves a label. It is on the disk on return. */
	save(name: string, properties: LabelProperties): void {
		inTransaction(this.#database, () => this.#write(name, properties));
	}

	/** Saves a label under another name, in the transaction of the caller. */
	rename(from: string, to: string, properties: LabelProperties): void {
		this.remove(from);
		this.#write(to, properties);
	}

	/** Removes a label, in the transaction of the caller. */
	remove(name: string): void {
		this.#database.prepare('DELETE FROM labels WHERE name = ?').run(name);
	}

	#write(name: string, properties: LabelProperties): void {
		this.#database
			.prepare('INSERT OR REPLACE INTO labels (name, record) VALUES (?,?)')
			.run(name, JSON.stringify(properties));
	}
}
