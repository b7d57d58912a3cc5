function e(n){let{hostname:t}=URL.canParse(n)?new URL(n):{hostname:""};return/^(localhost|127(\.\d+){3}|\[::1\])$/.test(t)}export{e as a};
