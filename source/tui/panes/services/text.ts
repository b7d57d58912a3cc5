export const servicesPaneText = {
	onlyOne: "There is only this service. Add others with 'seedtop context add', then start the cockpit again.",
	isShown: (name: string) => `${name} is already shown.`,
	noRow: 'No service is under the cursor.',
} as const;
