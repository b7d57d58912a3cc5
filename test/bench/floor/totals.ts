import type { Download } from '../../../source/protocol/resources/download.ts';

/** Sums over all processed rows, updated with each change. */
export class Totals {
	down = 0;
	up = 0;
	readonly statuses = new Map<string, number>();

	add(download: Download): void {
		this.#count(download, 1);
	}

	remove(download: Download): void {
		this.#count(download, -1);
	}

	clear(): void {
		[this.down, this.up] = [0, 0];
		this.statuses.clear();
	}

	#count({ speed_down = 0, speed_up = 0, status }: Download, sign: 1 | -1): void {
		this.down += sign * speed_down;
		this.up += sign * speed_up;
		this.statuses.set(status, (this.statuses.get(status) ?? 0) + sign);
	}
}
