import { join } from 'node:path';
import { BoundedMap } from '../../basics/bounded-map.ts';
import { isFields } from '../../basics/fields.ts';
import type { Log } from '../log/log.ts';
import { StateFile } from '../storage/state-file.ts';
import { isId } from './public-key.ts';

export const BLOCKS_FILE = 'overlay-blocked.json';

/** Maximum blocked services. The oldest are forgotten. */
const MAX_BLOCKED = 10_000;
const MAX_REASON_LENGTH = 500;

interface Block {
	readonly id: string;
	readonly reason: string;
	/** Unix time, ms. */
	readonly timeMs: number;
}

/** Services that are blocked until the operator unblocks them. */
export class BlockList {
	readonly #file: StateFile;
	readonly #blocked = new BoundedMap<Block>(MAX_BLOCKED);

	constructor(stateFolder: string, log: Log) {
		this.#file = new StateFile(join(stateFolder, BLOCKS_FILE), log);
		for (const block of savedBlocks(this.#file.read())) this.#blocked.set(block.id, block);
	}

	has(id: string): boolean {
		return this.#blocked.has(id);
	}

	all(): readonly Block[] {
		return [...this.#blocked.values()];
	}

	/** Returns whether the service was blocked. */
	delete(id: string): boolean {
		if (!this.#blocked.has(id)) return false;
		this.#blocked.delete(id);
		this.#file.write({ blocked: this.all() });
		return true;
	}

	/** Blocks a service. It is on the disk on return, if that can be written. Returns whether it is new. */
	add(id: string, reason: string, timeMs: number): boolean {
		if (this.#blocked.has(id)) return false;
		this.#blocked.set(id, { id, reason: reason.slice(0, MAX_REASON_LENGTH), timeMs });
		this.#file.write({ blocked: this.all() });
		return true;
	}
}

function savedBlocks(content: unknown): readonly Block[] {
	const blocked = isFields(content) ? content.blocked : undefined;
	return Array.isArray(blocked) ? blocked.filter(isBlock) : [];
}

function isBlock(value: unknown): value is Block {
	if (!isFields(value)) return false;
	const { id, reason, timeMs } = value;
	return typeof id === 'string' && isId(id) && typeof reason === 'string' && typeof timeMs === 'number';
}
