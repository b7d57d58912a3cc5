/** A path that a download must not touch. `message` is the reason; `nextStep` is a sentence for the user. */
export class RefusedPath extends Error {
	override readonly name = 'RefusedPath';
	readonly nextStep: string;

	constructor(reason: string, nextStep: string) {
		super(reason);
		this.nextStep = nextStep;
	}
}

/** A symbolic link leads out of the download's destination. Such links are always refused. */
export class OutsideDestination extends RefusedPath {
	constructor(link: string) {
		super(
			`${link} is a symbolic link that leads out of the download folder`,
			'Remove the download without its data, then add it with the real folder as its destination, or mount that folder here.',
		);
	}
}

/** The path is one of the service's own files. */
export class ServiceOwned extends RefusedPath {
	/** Name of the protected thing, e.g. 'state folder'. */
	readonly owner: string;

	constructor(owner: string) {
		super(
			`it belongs to the service (${owner})`,
			'Remove the download without its data, then add it with another destination.',
		);
		this.owner = owner;
	}
}
