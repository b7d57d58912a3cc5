import { isFields } from '../../basics/fields.ts';
import type { StateFile } from '../storage/state-file.ts';
import { parseAddress } from './address.ts';
import type { SavedAddress } from './address-book.ts';
import { isId } from './public-key.ts';

export const ADDRESSES_FILE = 'overlay-addresses.json';

const SAVE_DELAY_MS = 10_000;

/** Saves the addresses of the address book some time after each change. A crash loses the last changes only. */
export class SavedAddresses {
	readonly #file: StateFile;
	readonly #current: () => readonly SavedAddress[];
	#timer: NodeJS.Timeout | undefined;

	constructor(file: StateFile, current: () => readonly SavedAddress[]) {
		this.#file = file;
		this.#current = current;
	}

	changed(): void {
		this.#timer ??= setTimeout(() => this.#save(), SAVE_DELAY_MS).unref();
	}

	/** Saves changes that are not saved yet. */
	close(): void {
		if (this.#timer) this.#save();
	}

	#save(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#file.write({ addresses: this.#current() });
	}
}

/** Returns the valid addresses of the file's content. */
export function savedAddresses(content: unknown): readonly SavedAddress[] {
	const addresses = isFields(content) ? content.addresses : undefined;
	return Array.isArray(addresses) ? addresses.filter(isSavedAddress) : [];
}

function isSavedAddress(value: unknown): value is SavedAddress {
	if (!isFields(value)) return false;
	const { address, id } = value;
	return (
		typeof address === 'string' && parseAddress(address) !== undefined && typeof id === 'string' && isId(id)
	);
}
