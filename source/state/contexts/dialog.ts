/** Chooses the service that the cockpit shows. `chosen`: index among the services. */
interface ContextDialog {
	readonly kind: 'context';
	readonly chosen: number;
}

declare module '../dialogs/dialogs.ts' {
	interface DialogKinds {
		context: ContextDialog;
	}
}
