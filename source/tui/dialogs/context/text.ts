/** Texts of the dialog that chooses a service. */
export const contextDialogText = {
	title: 'Services',
	current: 'shown ',
} as const;
