import { Document } from "@deadheat/ssr-react-pages";
import { forEachPage, serve } from "@deadheat/ssr-shop/serve";
import { renderToPipeableStream } from "react-dom/server";

serve(
  forEachPage((page, titleOf) => async (data, response) => {
    const { pipe } = renderToPipeableStream(
      <Document page={page} title={titleOf(data)} data={data} />,
      { onShellReady: () => pipe(response) },
    );
  }),
);
