import { isFields } from '../../basics/fields.ts';
import { decode } from '../../protocol/decode.ts';
import {
	defaultSettings,
	Settings,
	type SettingsChanges,
	type SettingsSection,
} from '../../protocol/resources/settings.ts';
import type { Log } from '../log/log.ts';
import { selectValues } from '../storage/select-values.ts';
import type { Database } from '../storage/sqlite.ts';
import { inTransaction } from '../storage/transaction.ts';

export const storedSettingsText = {
	damaged: (section: string, problem: string) =>
		`The saved settings of ${section} are damaged (${problem}). Their default applies. Set them again.`,
};

type Listener = (settings: Settings) => void;

/** Settings of the service in the database. A change is durable before listeners learn of it. */
export class StoredSettings {
	readonly #database: Database;
	readonly #listeners: Listener[] = [];
	#current: Settings;

	constructor(database: Database, log: Log) {
		this.#database = database;
		this.#current = readSettings(database, log);
	}

	get current(): Settings {
		return this.#current;
	}

	/** Changes settings. Throws an HttpError, and changes nothing, if they cannot be saved. */
	change(changes: SettingsChanges): void {
		const next = decode(Settings, merged(this.#current, changes)).value;
		inTransaction(this.#database, () => {
			const save = this.#database.prepare('INSERT OR REPLACE INTO settings (section, value) VALUES (?, ?)');
			for (const section of sectionsOf(changes)) save.run(section, JSON.stringify(next[section]));
		});
		this.#current = next;
		for (const listener of this.#listeners) listener(next);
	}

	/** Calls `listener` after each change, for the life of the service. */
	listen(listener: Listener): void {
		this.#listeners.push(listener);
	}
}

function readSettings(database: Database, log: Log): Settings {
	const sections = Object.fromEntries(
		sectionsOf(defaultSettings).map((section) => {
			const fallback = defaultSettings[section];
			const [text] = selectValues(database, 'value', `FROM settings WHERE section = '${section}'`);
			if (typeof text !== 'string') return [section, fallback];
			const { value, deviations } = decode(Settings.properties[section], merged(fallback, parse(text)));
			const [deviation] = deviations;
			if (!deviation) return [section, value];
			log('error', storedSettingsText.damaged(section, `${deviation.path} ${deviation.problem}`.trim()));
			return [section, fallback];
		}),
	);
	return decode(Settings, sections).value;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/** Returns the known sections of settings or changes. */
function sectionsOf(settings: object): SettingsSection[] {
	return (Object.keys(Settings.properties) as SettingsSection[]).filter((section) => section in settings);
}

/** Returns a value with the fields of another one, object by object. Lists are values. Unknown fields are ignored. */
function merged(value: unknown, changes: unknown): unknown {
	if (!isFields(value) || !isFields(changes)) return changes === undefined ? value : changes;
	return Object.fromEntries(
		Object.entries(value).map(([name, field]) => [
			name,
			Object.hasOwn(changes, name) ? merged(field, changes[name]) : field,
		]),
	);
}
