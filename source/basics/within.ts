/** Settles as `task` does, or resolves with `late` after a timeout. The task continues. */
export async function within<Result, Late>(
	task: Promise<Result> | Result,
	milliseconds: number,
	late: Late,
): Promise<Result | Late> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<Late>((resolve) => {
		timer = setTimeout(resolve, milliseconds, late);
	});
	try {
		return await Promise.race([task, timeout]);
	} finally {
		clearTimeout(timer);
	}
}
