import { type Fields, isFields } from '../../basics/fields.ts';

/**
 * A section of settings as it was before a change. Its values are private, because they contain passwords: no log,
 * report or message shows them.
 */
export class FormerSettings {
	readonly #section: Fields;
	readonly #changed: Fields;

	/** `changed`: the changed values, at their places in the section. */
	constructor(section: Fields, changed: Fields) {
		this.#section = section;
		this.#changed = changed;
	}

	/** Returns a section with the former values of what was changed, and of keys that it has lost. */
	restored(now: Fields): Fields {
		return merged(merged(this.#section, now), valuesAt(this.#changed, this.#section));
	}

	/** The changed values, at their places in the section. */
	get changed(): Fields {
		return this.#changed;
	}

	/** Returns all values, for a private file. */
	secrets(): { readonly section: Fields; readonly changed: Fields } {
		return { section: this.#section, changed: this.#changed };
	}
}

/** Returns fields with changes, also of the fields in them. */
export function merged(fields: Fields, changes: Fields): Fields {
	const entries = Object.entries(changes).map(([name, value]) => {
		const before = fieldOf(fields, name);
		return [name, isFields(before) && isFields(value) ? merged(before, value) : value];
	});
	return { ...fields, ...Object.fromEntries(entries) };
}

/** Returns the values of `fields` at the places that `places` has. Undefined for those that are absent. */
function valuesAt(places: Fields, fields: Fields): Fields {
	const entries = Object.entries(places).map(([name, place]) => {
		const value = fieldOf(fields, name);
		return [name, isFields(place) && isFields(value) ? valuesAt(place, value) : value];
	});
	return Object.fromEntries(entries);
}

/** Returns the value of a field, not one that all objects inherit. */
export function fieldOf(fields: Fields, name: string): unknown {
	return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
