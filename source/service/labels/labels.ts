import { INHERITED } from '../../format/own-limit.ts';
import { nameFault } from '../../protocol/label-name.ts';
import { clip, HttpError, invalidParameter } from '../http/http-error.ts';
import { type LabelProperties, type LabelStore, plainLabel } from './label-store.ts';

/** Bounds the memory and the list. */
export const MAX_LABELS = 200;

const labelText = {
	unknown: (name: string) => `There is no label ${clip(name)}.`,
	exists: (name: string) => `The label ${clip(name)} already exists. Choose another name.`,
	tooMany: `There are ${MAX_LABELS} labels already. Remove one first.`,
} as const;

/** Changes the label of downloads, and runs `write` in the same transaction. */
type Relabel = (write: () => void) => void;

/** Labels of the service. A change is on the disk before a method returns. */
export class Labels {
	readonly #store: LabelStore;
	readonly #labels: Map<string, LabelProperties>;

	constructor(store: LabelStore) {
		this.#store = store;
		this.#labels = store.load();
	}

	/** Returns all labels by name. */
	list(): (readonly [name: string, properties: LabelProperties])[] {
		return [...this.#labels].sort(([one], [other]) => (one < other ? -1 : 1));
	}

	/** Returns the properties of a label; undefined if it does not exist. */
	find(name: string): LabelProperties | undefined {
		return this.#labels.get(name);
	}

	/** Throws the 404 for an unknown label. */
	get(name: string): LabelProperties {
		const label = this.#labels.get(name);
		if (!label) throw new HttpError(404, 'LabelNotFoundError', labelText.unknown(name));
		return label;
	}

	/** Creates the label of a download unless it exists or is empty for none. Throws a 400 if it cannot. */
	ensure(name: string): void {
		this.check(name);
		if (name !== '' && !this.#labels.has(name)) this.create(name, {});
	}

	/** Throws a 400 if a download cannot have this label. */
	check(name: string): void {
		if (name === '' || this.#labels.has(name)) return;
		checkName(name);
		if (this.#labels.size >= MAX_LABELS) throw invalidParameter(labelText.tooMany);
	}

	/** Throws a 400 for an invalid name, a 409 if the label exists or there are too many. */
	create(name: string, properties: Partial<LabelProperties>): void {
		checkName(name);
		this.#requireFree(name);
		if (this.#labels.size >= MAX_LABELS) throw conflict(labelText.tooMany);
		const label = { ...plainLabel, ...properties };
		this.#store.save(name, label);
		this.#labels.set(name, label);
	}

	/** Changes properties of a label. */
	change(name: string, change: Partial<LabelProperties>): void {
		const label = { ...this.get(name), ...change };
		this.#store.save(name, label);
		this.#labels.set(name, label);
	}

	/** Changes the name and properties of a label. */
	rename(name: string, to: string, change: Partial<LabelProperties>, relabel: Relabel): void {
		const label = { ...this.get(name), ...change };
		checkName(to);
		this.#requireFree(to);
		relabel(() => this.#store.rename(name, to, label));
		this.#labels.delete(name);
		this.#labels.set(to, label);
	}

	remove(name: string, relabel: Relabel): void {
		this.get(name);
		relabel(() => this.#store.remove(name));
		this.#labels.delete(name);
	}

	#requireFree(name: string): void {
		if (this.#labels.has(name)) throw conflict(labelText.exists(name));
	}
}

/** Returns the limits of a download, 0 for none: its own ones, or else those of its label. */
export function inheritedLimits(
	{ maxDownloadSpeed: down, maxUploadSpeed: up }: SpeedLimits,
	label: SpeedLimits = plainLabel,
): SpeedLimits {
	return {
		maxDownloadSpeed: inherited(down, label.maxDownloadSpeed),
		maxUploadSpeed: inherited(up, label.maxUploadSpeed),
	};
}

function inherited(own: number, ofLabel: number): number {
	return own === INHERITED ? ofLabel : Math.max(0, own);
}

type SpeedLimits = Pick<LabelProperties, 'maxDownloadSpeed' | 'maxUploadSpeed'>;

/** Throws a 400 for a name that no label can have. */
function checkName(name: string): void {
	const fault = nameFault(name);
	if (fault !== undefined) throw invalidParameter(fault);
}

function conflict(text: string): HttpError {
	return new HttpError(409, 'LabelConflictError', text);
}
