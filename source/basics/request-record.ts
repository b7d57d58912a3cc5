/** A request of the client. It has no secrets: no key, no parameters but infohashes, no URLs of trackers. */
export interface RequestRecord {
	/** Number of the request, from 1. */
	readonly id: number;
	readonly method: string;
	/** Path, with most parameters in braces. */
	readonly path: string;
	/** Start, Unix ms. */
	readonly at: number;
	/** Status of the response; undefined before its head. */
	readonly status: number | undefined;
	/** Time until the end, ms; undefined while the request runs. */
	readonly took: number | undefined;
	/** Bytes of the response's body, until its end. */
	readonly bytes: number;
	/** Reason of a failure; '' for none. May quote the service: untrusted. */
	readonly failure: string;
	/** Number of deviations of the response from the interface. */
	readonly mismatches: number;
}
