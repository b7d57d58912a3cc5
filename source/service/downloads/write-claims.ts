import { Semaphore } from '../../concurrency/semaphore.ts';
import { bitfieldOf, hasPiece, setPiece } from '../../metainfo/layout.ts';
import type { ClaimAnswer, FileClaim } from '../engine/port.ts';
import { clip, reasonOf } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';
import { type DownloadRecord, nameOf } from '../storage/record.ts';
import type { DownloadRegistry } from './download-registry.ts';
import type { Conflict, PathOwners, Refusal } from './path-owners.ts';

/** Interval at which waiting downloads are examined, ms. */
const WAKE_INTERVAL_MS = 500;

export const writeClaimText = {
	differs: (path: string, other: string) =>
		`${clip(path)} belongs to the download ${clip(other)} too, which has other data in it. Nothing was written. If both should have the same data, recheck that one. Otherwise remove one of the two without its data, and add it again with another destination.`,
	incomplete: (path: string, other: string) =>
		`${clip(path)} belongs to the download ${clip(other)} too, which has only a part of it and does not fetch the rest. Nothing was written. Select the file there and resume that one first, or remove one of the two without its data.`,
	missing: (path: string, other: string) =>
		`${clip(path)} belongs to the download ${clip(other)} too, whose data is missing there. Nothing was written. Put its data back, or recheck that one, or remove one of the two without its data.`,
	waits: (name: string, path: string, other: string) =>
		`${name}: waits, because ${clip(other)} is writing ${clip(path)}.`,
};

interface WriteClaimsOptions {
	readonly registry: DownloadRegistry;
	readonly owners: PathOwners;
	readonly log: Log;
	/** Engine calls. They never reject. */
	readonly calls: {
		answerClaim(record: DownloadRecord, number: number, answer: ClaimAnswer): Promise<void>;
		startDownload(record: DownloadRecord): Promise<void>;
		stopDownload(record: DownloadRecord): Promise<void>;
		restart(record: DownloadRecord): Promise<void>;
	};
}

/**
 * Answers the engine's questions before the first write to files. A permitted file is saved as the download's own before
 * that, so a crash does not make it look like a file of others. A download whose files another one writes stops, and is
 * checked again afterwards.
 */
export class WriteClaims {
	readonly #options: WriteClaimsOptions;
	/** One claim is decided after the other, because each may take files. */
	readonly #decisions = new Semaphore(1);
	/** Whether the other one of a waiting download has all of the awaited file. */
	readonly #ends = new WeakMap<DownloadRecord, () => boolean>();
	#timer: NodeJS.Timeout | undefined;

	constructor(options: WriteClaimsOptions) {
		this.#options = options;
	}

	async handle(record: DownloadRecord, claim: FileClaim): Promise<void> {
		const { owners, calls } = this.#options;
		if (!this.#isCurrent(record)) return;
		// Data that appeared since the check, or that was not selected then, may be right.
		if (claim.unread.length > 0) return calls.restart(record);
		await this.#decisions.run(async () => {
			try {
				const decision = await owners.decide(record, claim);
				if (!this.#isCurrent(record)) return;
				if (decision.kind === 'writes') this.#wait(record, decision);
				else if (decision.kind !== 'permitted')
					await calls.answerClaim(record, claim.number, { refusal: refusalOf(decision) });
				else {
					if (claim.unowned.every((index) => decision.shared.includes(index)))
						this.#own(record, claim, decision.shared);
					await calls.answerClaim(record, claim.number, { shared: decision.shared });
				}
			} catch (error) {
				await calls.answerClaim(record, claim.number, { refusal: reasonOf(error) });
			}
		});
	}

	/** Whether a download still runs. A claim of an earlier run has no effect: its answer is ignored. */
	#isCurrent(record: DownloadRecord): boolean {
		const { registry } = this.#options;
		const isRequested = record.checking || record.requestedState === 'running';
		return registry.get(record.infohash) === record && isRequested && record.error === '';
	}

	close(): void {
		clearInterval(this.#timer);
	}

	/** Saves the claimed files as the download's own, except those that it only shares. The permission ends. */
	#own(record: DownloadRecord, { absent, existing }: FileClaim, shared: readonly number[]): void {
		const others = new Set(shared);
		const added = [...absent, ...existing].filter(
			(index) => !others.has(index) && !hasPiece(record.ownFiles, index),
		);
		if (added.length === 0 && !record.usesFiles) return;
		const last = added.reduce((one, other) => Math.max(one, other), -1);
		const ownFiles = bitfieldOf(Math.max(record.ownFiles.length * 8, last + 1));
		ownFiles.set(record.ownFiles);
		for (const index of added) setPiece(ownFiles, index, true);
		this.#options.registry.change(record, { ownFiles, usesFiles: false });
	}

	#wait(record: DownloadRecord, { other, path, hasAll }: Omit<Conflict, 'kind'>): void {
		const { log } = this.#options;
		this.#ends.set(record, hasAll);
		record.waitsFor = { infohash: other.infohash, name: nameOf(other) };
		log('info', writeClaimText.waits(nameOf(record), path, nameOf(other)));
		void this.#stop(record);
		this.#timer ??= setInterval(() => this.#wake(), WAKE_INTERVAL_MS);
	}

	/** Stops a download. Its next check reads all data, also after a crash, because the other one writes its files. */
	async #stop(record: DownloadRecord): Promise<void> {
		const { registry, calls } = this.#options;
		await calls.stopDownload(record);
		registry.applyChange(record, { unverified: true });
	}

	/** Starts the downloads whose other one has ended. */
	#wake(): void {
		const { registry, owners, calls } = this.#options;
		let isWaiting = false;
		for (const record of registry.records) {
			if (record.waitsFor === null) continue;
			const other = registry.find(record.waitsFor.infohash);
			isWaiting = true;
			if (other && owners.isActive(other) && !this.#ends.get(record)?.()) continue;
			record.waitsFor = null;
			registry.applyChange(record, { unverified: true });
			void calls.startDownload(record);
		}
		if (isWaiting) return;
		clearInterval(this.#timer);
		this.#timer = undefined;
	}
}

function refusalOf({ kind, path, other }: Refusal): string {
	return writeClaimText[kind](path, nameOf(other));
}
