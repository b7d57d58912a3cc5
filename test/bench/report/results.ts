import type { HarnessResult } from '../harness.ts';
import type { Measured } from '../measure/subject.ts';
import type { Machine } from './machine.ts';

/** Everything that a run found, as `--json` writes it. */
export interface Results {
	readonly machine: Machine;
	readonly harness: HarnessResult | undefined;
	readonly measured: readonly Measured[];
	readonly peers: readonly Measured[];
	/** Peers that could not be measured, and why. */
	readonly absent: readonly string[];
}
