// Made from openapi.json by `npm run fix`; changes are lost.

export interface paths {
    "/.well-known/assay-keys.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the public keys of certificates, and revoked keys and certificates */
        get: operations["listCertificateKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a certificate as a web page; needs only its address */
        get: operations["showCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the process responds */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the signed checkpoint of the transparency log; needs no key
         * @description The tiles and entries are under /log/tile, as c2sp.org/tlog-tiles describes.
         */
        get: operations["readLogCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the public key of the transparency log; needs no key */
        get: operations["readLogKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the service is ready for requests */
        get: operations["readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the account, its plan and its limits */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the account's name, its owner's e-mail address or strict_annotators */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/v1/account/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List notifications to the account's owner */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/annotation-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the annotation types, with the JSON Schema of their results */
        get: operations["listAnnotationTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the account's API keys */
        get: operations["listApiKeys"];
        put?: never;
        /** Create an API key */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an API key */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /** Revoke an API key immediately and permanently */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        /** Rename an API key, reduce its scopes or change its expiry */
        patch: operations["changeApiKey"];
        trace?: never;
    };
    "/v1/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who changed what; kept for 400 days
         * @description One entry per request that changed something. Claims, drafts, answers, skips and the bytes of uploads are left out, since tasks, annotations and uploads show them.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List batches */
        get: operations["listBatches"];
        put?: never;
        /** Create a batch from uploads or files */
        post: operations["createBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a batch */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        /** Delete a batch with its answers and datasets */
        delete: operations["deleteBatch"];
        options?: never;
        head?: never;
        /** Change a batch's name, priority, order, hold or metadata */
        patch: operations["changeBatch"];
        trace?: never;
    };
    "/v1/batches/{id}/amend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reopen items of a certified batch for a new revision */
        post: operations["amendBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/annotations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download all answers of a batch as JSON lines, oldest first */
        get: operations["streamAnnotations"];
        put?: never;
        /**
         * Import answers from another tool; they count like submitted ones
         * @description JSON of up to 16 MiB, or JSON lines of up to 256 MiB and 5 MiB each. All lines are stored or none, unless `on_error=skip`: the message of a 400 names the first 20 faults as `line 17: …`.
         */
        post: operations["importAnnotations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request an audit of a completed batch without a verdict */
        post: operations["askAudit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/auto-accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how a model labels items of a batch */
        get: operations["listAutoAccepts"];
        put?: never;
        /**
         * Let a model label the items on which it is sure enough
         * @description Withholds the items that have a prediction from annotators, except a random sample, which people answer blind. Then chooses the lowest threshold of the score that shows, by this sample, that at most `max_wrong` of the labels above it are wrong. Items above it get the model's label, the others go to people. The batch's audit judges all labels together.
         */
        post: operations["startAutoAccept"];
        /**
         * Cancel the auto-accept that is under way
         * @description All items that it withholds go to annotators. No label of the model is accepted.
         */
        delete: operations["cancelAutoAccept"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/auto-accept/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Estimate what a model's labels would save */
        get: operations["planAutoAccept"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the signed certificate of a certified batch */
        get: operations["getCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add the nonce of the random sample, once the labels are fixed */
        post: operations["addChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/consensus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Preview how a model would change the labels, and list the versions so far */
        get: operations["previewConsensus"];
        put?: never;
        /** Recompute the labels of a completed batch before its audit sample is drawn */
        post: operations["recomputeConsensus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download the frozen dataset of a certified batch */
        get: operations["downloadBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/draws": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List how the random sample of each round was drawn */
        get: operations["listDraws"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the dataset of a certified batch by a link
         * @description Needs no key. Consumes no quota. Serves ranges.
         */
        get: operations["downloadLinkedBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the files of a batch in their order */
        get: operations["listBatchFiles"];
        put?: never;
        /** Add files to a batch that has not started */
        post: operations["addBatchFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Forecast when a batch will be finished, and read the hours that it takes */
        get: operations["getBatchForecast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/gold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import known answers (gold), which measure annotators
         * @description JSON of up to 16 MiB, or JSON lines of up to 256 MiB and 5 MiB each. All lines are stored or none, unless `on_error=skip`: the message of a 400 names the first 20 faults as `line 17: …`.
         */
        post: operations["importGold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a link to the dataset of a certified batch that needs no key and expires after a minute */
        get: operations["linkBatchDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Judge the models that predicted items of a batch
         * @description Compares each model, or version of it, with the delivered labels of the items that audits and checks drew at random: accuracy with exact intervals, rates and confusion of labels, calibration, slices, and an order that says which models cannot be told apart.
         */
        get: operations["getModelReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/predict": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a model for predictions for the items of a batch
         * @description A job asks the model; `GET /v1/batches/{id}/runs/{run_id}` shows its progress. No item is asked for again once it has an answer, also after a crash.
         */
        post: operations["predictBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/predictions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import predictions of a model as pre-labels
         * @description JSON of up to 16 MiB, or JSON lines of up to 256 MiB and 5 MiB each. All lines are stored or none, unless `on_error=skip`: the message of a 400 names the first 20 faults as `line 17: …`.
         */
        post: operations["importPredictions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a batch's score, audited rounds, agreement, labels and annotators, and what the verdict still needs */
        get: operations["getBatchQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/rework": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a failed batch to rework */
        post: operations["reworkBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the runs of models over a batch */
        get: operations["listModelRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the progress of a model's run over a batch */
        get: operations["getModelRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Pause, cancel or go on with a model's run, or change its limit of cost
         * @description Answers to requests that were sent before a pause are stored; those to a canceled run are not.
         */
        patch: operations["changeModelRun"];
        trace?: never;
    };
    "/v1/batches/{id}/runs/{run_id}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the items for which a model gave no valid result, and why, in the order of the batch */
        get: operations["listModelRunErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a batch before its first answer */
        post: operations["startBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/suspicions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compute again how likely each accepted label of a batch is wrong
         * @description Assay does this whenever a batch is completed; ask for it after you have sent predictions or vectors. Read the result by `GET /v1/items?batch_id=…&sort=-suspicion`.
         */
        post: operations["computeSuspicions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/trends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the work and quality of each annotator of a batch by day, and whose quality has dropped */
        get: operations["getBatchTrends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the items of certified batches as they were certified, oldest first; the last page has a next_cursor too, to continue later */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List comments on items, with their threads */
        get: operations["listComments"];
        put?: never;
        /** Comment on an item, an answer or a place in it, or reply */
        post: operations["createComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a comment */
        get: operations["getComment"];
        put?: never;
        post?: never;
        /** Delete your own comment if it has no replies */
        delete: operations["deleteComment"];
        options?: never;
        head?: never;
        /** Change the text of your comment, or resolve a thread */
        patch: operations["changeComment"];
        trace?: never;
    };
    "/v1/comments/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark comments as read by the signed-in person */
        post: operations["markCommentsRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List datasets */
        get: operations["listDatasets"];
        put?: never;
        /** Create a dataset: a query over the batches of a project */
        post: operations["createDataset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a dataset */
        get: operations["getDataset"];
        put?: never;
        post?: never;
        /** Delete a dataset with its versions and their certificates' batches; the batches that they come from stay */
        delete: operations["deleteDataset"];
        options?: never;
        head?: never;
        /** Change a dataset's name, and what its later versions hold */
        patch: operations["changeDataset"];
        trace?: never;
    };
    "/v1/datasets/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a dataset's versions, newest first */
        get: operations["listDatasetVersions"];
        put?: never;
        /** Freeze what a dataset's query finds now as its next version; a job builds it */
        post: operations["createDatasetVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a version of a dataset */
        get: operations["getDatasetVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{id}/versions/{version}/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the batches with items in a version, with their certificates */
        get: operations["listDatasetVersionBatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{id}/versions/{version}/certification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create the batch that certifies a version of a dataset by one sample of all its items */
        post: operations["certifyDatasetVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{id}/versions/{version}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the items that were added, removed or changed between two versions, by id */
        get: operations["diffDatasetVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{id}/versions/{version}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download a version of a dataset, one of its splits, or what is new in it */
        get: operations["downloadDatasetVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{id}/versions/{version}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file of a version by a link
         * @description Needs no key. Consumes no quota. Serves ranges.
         */
        get: operations["downloadLinkedVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{id}/versions/{version}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a link to a file of a version that needs no key and expires after a minute */
        get: operations["linkDatasetVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{id}/versions/{version}/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Push a version of a dataset to a repository of the Hugging Face Hub
         * @description A job pushes the bundle of the format `hf_dataset` by one commit; `push` of the version shows its progress. A branch that has the files already gets no commit.
         */
        post: operations["pushDatasetVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/digest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read whether you get a daily mail with what waits for you */
        get: operations["getDigest"];
        /** Choose whether you get a daily mail with what waits for you */
        put: operations["changeDigest"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List events, oldest first; the last page has a next_cursor too, to continue later */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an event as webhooks receive it; kept for 30 days */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/export-formats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the export formats, with the annotation types that they support */
        get: operations["listExportFormats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List exports */
        get: operations["listExports"];
        put?: never;
        /** Export a batch or a project as it is now, uncertified */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an export */
        get: operations["getExport"];
        put?: never;
        post?: never;
        /** Delete an export and its file */
        delete: operations["deleteExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download an export */
        get: operations["downloadExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an export by a link
         * @description Needs no key. Consumes no quota. Serves ranges.
         */
        get: operations["downloadLinkedExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a link to an export that needs no key and expires after a minute */
        get: operations["linkExportDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a file */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the content of a file
         * @description Takes a signed `content_url` (403 if the signature is wrong or has expired), or a key with `uploads:read`. Consumes no quota. Serves ranges. Redirects to the bucket of a file by reference: 410 if its object is another one by now, 409 if the bucket cannot be read.
         */
        get: operations["getFileContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/peaks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the waveform of a recording
         * @description Minima and maxima of the sound of a WAV, MP3, FLAC or Ogg, in the JSON of the program audiowaveform. 202 while a job computes them; 400 for a file by reference. Needs what `GET /v1/files/{id}/content` needs: the `expires` and `signature` of the `content_url`, or a key with `uploads:read`. Made with the first request, and kept. Consumes no quota.
         */
        get: operations["getFilePeaks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/sound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a recording as plain samples
         * @description The sound of a WAV, MP3, FLAC or Ogg as `audio/basic`: one byte for each of 8,000 samples a second, μ-law, one channel, without a header. `Range` gets a part, so that byte n is n / 8,000 seconds from the beginning. It is for pictures of long recordings, not for listening. 202 while a job makes it; 400 for a file by reference. Needs what `GET /v1/files/{id}/content` needs: the `expires` and `signature` of the `content_url`, or a key with `uploads:read`. Made with the first request, and kept. Consumes no quota.
         */
        get: operations["getFileSound"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a thumbnail of an image
         * @description A WebP, upright; of an animation its first image. A smaller image is not enlarged. Needs what `GET /v1/files/{id}/content` needs: the `expires` and `signature` of the `content_url`, or a key with `uploads:read`. Made with the first request, and kept. Consumes no quota. Of a file by reference nothing is kept, and this is its content.
         */
        get: operations["getFileThumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/upright": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an image upright
         * @description The pixels that the coordinates of labels mean, in a type that browsers show: an image that its EXIF would turn is copied without it, and a TIFF is a PNG. All other images are as uploaded. Needs what `GET /v1/files/{id}/content` needs: the `expires` and `signature` of the `content_url`, or a key with `uploads:read`. Made with the first request, and kept. Consumes no quota. Of a file by reference nothing is kept, and this is its content.
         */
        get: operations["getFileUpright"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the items of a project or batch
         * @description By batch id and position. `metadata.<key>=<value>` filters by metadata, compared as text. A request with filters looks at 50,000 items at most (external_id: at all). `q`, `label`, `answer` and `metadata` read 16 MB at most, and a page ends where its labels get very large: it may hold fewer items than `limit`, even none, while `has_more` is true. For people who may audit, items of a batch under a blind audit have no label, and `label`, `answer` and `support_lt` find none.
         */
        get: operations["listItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/items/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an item with its content */
        get: operations["getItem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/items/{id}/annotations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all answers to an item, with its label */
        get: operations["listItemAnnotations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/items/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change many items: priority, requeue, exclude, gold, accept_prediction, adjudicate, release
         * @description Responds with the number of items, a lower bound if the filter has more than 50,000 to look at; a job then changes all of them, 500 at a time. All actions but gold and release need batches that are created or processing.
         */
        post: operations["bulkItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/items/bulk/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the progress of a bulk change */
        get: operations["getBulkJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the account's members */
        get: operations["listMembers"];
        put?: never;
        /** Add a member; invites a member with an e-mail address */
        post: operations["createMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a member */
        get: operations["getMember"];
        put?: never;
        post?: never;
        /** Delete a member; their answers stay under a pseudonym */
        delete: operations["deleteMember"];
        options?: never;
        head?: never;
        /** Change a member's name, role, projects or groups; deactivate or reactivate it */
        patch: operations["changeMember"];
        trace?: never;
    };
    "/v1/members/{id}/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a member a new link: to join, or to set a new password
         * @description Earlier links stop working. Assay mails a link for a new password only to the member: `url` is null.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}/qualification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a member pass the training of a project, or start again */
        post: operations["changeQualification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a member earns, and from which day */
        get: operations["listMemberRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}/rates/{starts_on}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set what a member earns from a day on
         * @description It counts until the member's next rate begins. Earlier work keeps its rate.
         */
        put: operations["setMemberRate"];
        post?: never;
        /** Delete a rate; the one before it then counts longer */
        delete: operations["deleteMemberRate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume a member who is paused in a project for wrong gold answers */
        post: operations["resumeMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add members from a CSV file, all or none; invites those with an e-mail address */
        post: operations["importMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/model-requests/{id}/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a request for predictions later
         * @description For a model that answered 202: the address is the `reply_url` of the request, needs no key, ends after an hour and takes one reply.
         */
        post: operations["replyToModelRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List models */
        get: operations["listModels"];
        put?: never;
        /** Register a model; only this response shows a secret that Assay makes */
        post: operations["createModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a model */
        get: operations["getModel"];
        put?: never;
        post?: never;
        /** Delete a model and cancel its runs; its predictions stay */
        delete: operations["deleteModel"];
        options?: never;
        head?: never;
        /** Change a model; its name, version and kind stay */
        patch: operations["changeModel"];
        trace?: never;
    };
    "/v1/models/{id}/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the prompts that a language model had, the newest first, 100 and 8 MB at most */
        get: operations["listModelPrompts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Report what the members' work in a period earned, as JSON or CSV */
        get: operations["reportPay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List projects */
        get: operations["listProjects"];
        put?: never;
        /** Create a project */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a project */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /** Delete a project that has no batch */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /** Change a project */
        patch: operations["changeProject"];
        trace?: never;
    };
    "/v1/projects/{id}/blockers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a project's batches wait for, and who can act on it */
        get: operations["listBlockers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/confusion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read which labels annotators confuse, over the batches of a project */
        get: operations["getProjectConfusion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a project's guideline versions, newest first */
        get: operations["listProjectVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quality-levels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare the cost of the quality levels for a number of items */
        get: operations["listQualityLevels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sources */
        get: operations["listSources"];
        put?: never;
        /**
         * Register a bucket from which files are taken
         * @description Nothing is read from it before `POST /v1/sources/{id}/check` or `/sync`.
         */
        post: operations["createSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a source, with the progress of its sync */
        get: operations["getSource"];
        put?: never;
        post?: never;
        /**
         * Delete a source with its credentials, and end its sync
         * @description Files that were copied stay; uploads with objects that are still to be copied fail.
         */
        delete: operations["deleteSource"];
        options?: never;
        head?: never;
        /** Change the name, credentials or metadata of a source */
        patch: operations["changeSource"];
        trace?: never;
    };
    "/v1/sources/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try what a sync needs, and name what is missing */
        post: operations["checkSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add the new objects of a source as uploads
         * @description A job lists the objects; `GET /v1/sources/{id}` shows its progress, and `GET /v1/uploads?source_id=` the uploads. Nothing is added twice. A sync that runs goes on.
         */
        post: operations["syncSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the account's events (server-sent events); use fetch with a bearer token
         * @description Each event has `event` (its type), `data` (the event as webhooks get it) and `id`; send the last `id` as `Last-Event-ID` to continue after it, up to 30 days later. Without it the stream starts now. Between events `batch.progress` reports a batch's progress, at most once a second and without `id`, and a comment is sent every 15 seconds. It ends when the key or token ends, when the service stops, and for a reader who takes nothing for 30 seconds; come back then. Opening one counts as one request.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a member's leased tasks, or their latest answers
         * @description The newest change first, at most 100. The first ten answers can be reopened.
         */
        get: operations["listOwnTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a task with its item and draft */
        get: operations["getTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{id}/assist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the project's model for the objects that a person points at
         * @description For the member of a leased task, 60 times a minute. The model has 2 seconds. What it suggests is stored nowhere: submit it as any other object.
         */
        post: operations["assistTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{id}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Save a draft and renew the lease */
        put: operations["saveDraft"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{id}/exclude": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exclude the item of an adjudication task, with a reason */
        post: operations["excludeItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{id}/guidelines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The labels, instructions and fields of a task */
        get: operations["getTaskGuidelines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{id}/guidelines/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Confirm that the task's member has read its guidelines */
        put: operations["confirmTaskGuidelines"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Release a task without an answer */
        post: operations["releaseTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reopen one of the member's last ten answers */
        post: operations["reopenTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{id}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Skip a task, with a reason */
        post: operations["skipTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Submit the answer to a claimed task */
        post: operations["submitTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lease the next tasks, for 15 minutes */
        post: operations["claimTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the batches with tasks for a member, in the order of claims */
        get: operations["listWaitingWork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List uploads */
        get: operations["listUploads"];
        put?: never;
        /**
         * Upload files: as JSON, as a form, as the body itself, by URL, or in pieces
         * @description Any other Content-Type is a file of that type, named by Content-Disposition and checked against Content-Digest. Archives (zip, tar, tar.gz) are unpacked; each line of a JSONL or CSV file and each row of a Parquet or Arrow file is an item. With `size_bytes` you send the bytes to `upload_url` afterwards; with `Tus-Resumable: 1.0.0` in pieces (tus).
         */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an upload */
        get: operations["getUpload"];
        put?: never;
        post?: never;
        /** Delete an upload that no batch uses */
        delete: operations["deleteUpload"];
        options?: never;
        head?: never;
        /**
         * Send a piece of a resumable upload (tus 1.0.0)
         * @description Takes Tus-Resumable, Upload-Offset and, if sent, Upload-Checksum. Consumes no quota.
         */
        patch: operations["appendToUpload"];
        trace?: never;
    };
    "/v1/uploads/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish an upload whose bytes were sent to its upload_url
         * @description Required if `upload_url` is an address of the object store: the service then checks size and digest and processes the file. Otherwise, and when repeated, it changes nothing; it answers 423 while another request completes the upload.
         */
        post: operations["completeUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send the bytes of an upload to its upload_url
         * @description Send the whole file in one request, with exactly the announced size. Needs no key.
         */
        put: operations["putUploadContent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the files of an upload */
        get: operations["listUploadFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads/{id}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the progress and the result of the last import of an uploaded dataset */
        get: operations["getDatasetImport"];
        put?: never;
        /**
         * Import an uploaded dataset of another tool into a batch
         * @description For a file of any size, uploaded with `content=dataset`. A job reads it in pieces and stores all answers at once, or none; `GET` of the same address shows how far it is, and names faults with their place in the file. After it has ended, the upload can be imported again.
         */
        post: operations["importDataset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads/{id}/skipped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what an upload has left out, as JSON lines
         * @description Files beside the media of an archive, and faulty files and lines with `on_error=skip`: at most 10,000.
         */
        get: operations["listSkipped"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks */
        get: operations["listWebhooks"];
        put?: never;
        /** Register a webhook; only this response shows its secret */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Delete a webhook and cancel its pending deliveries */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change, disable or enable a webhook */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a webhook's deliveries */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a delivery with its attempts */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retry a delivery now, in addition to its schedule */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resend the skipped or failed deliveries of a time range */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace a webhook's secret; only this response shows it */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a sample event once and return the result */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/work": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Report the answers by member, project, batch or day, as JSON or CSV */
        get: operations["reportWork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/work/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Report your own hours, answers and pay */
        get: operations["reportOwnWork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/work/mine/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Report your own answers by day, and what their feedback said */
        get: operations["reportOwnDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "annotator.qualified": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A annotator.qualified event */
        post: operations["on_annotator_qualified"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.certified": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A batch.certified event */
        post: operations["on_batch_certified"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A batch.completed event */
        post: operations["on_batch_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A batch.created event */
        post: operations["on_batch_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A batch.failed event */
        post: operations["on_batch_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.processing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A batch.processing event */
        post: operations["on_batch_processing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "comment.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A comment.created event */
        post: operations["on_comment_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "comment.resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A comment.resolved event */
        post: operations["on_comment_resolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "project.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A project.updated event */
        post: operations["on_project_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** Account */
        Account: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            /** @example acct_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            limits: components["schemas"]["Limits"];
            name: string;
            owner_email: string | null;
            /** @enum {unknown} */
            plan: "starter" | "growth" | "enterprise";
            rate_limit_per_minute: number;
            /** @description True: an `annotator` whom the account does not have is a fault. False: the name becomes a member */
            strict_annotators: boolean;
        };
        /** AddChallenge */
        AddChallenge: {
            /** @description A text that nobody can predict: 16 to 200 printable ASCII characters without spaces */
            nonce: string;
        };
        /** AddFiles */
        AddFiles: {
            file_ids?: string[];
            upload_ids?: string[];
        };
        /** AmendBatch */
        AmendBatch: {
            /** @description The items to answer again */
            item_ids: string[];
            /** @description What is wrong with them. Their earlier annotators read it above each */
            reason?: string;
        };
        /** Annotation */
        Annotation: {
            active_ms: number | null;
            answered_at: string | null;
            batch_id: string;
            client_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            fields: {
                [key: string]: unknown;
            } | null;
            guideline_version: number;
            id: string;
            item_id: string;
            /**
             * @description gold: only measures the annotator and never counts for the label; training: qualifies the annotator and counts for nothing else
             * @enum {unknown}
             */
            kind: "annotate" | "audit" | "adjudicate" | "gold" | "training";
            member_id: string;
            prediction_shown: {
                /** @description How much the annotator changed it: 0 unchanged, 1 nothing in common; the mean over the result, by the type's distance, and the fields that the model answered */
                distance: number;
                model: string;
                score: number | null;
                version: string | null;
            } | null;
            response_order: string[] | null;
            /** @description The answer, a result of the project's annotation type */
            result: {
                [key: string]: unknown;
            };
            round: number;
            superseded_at: string | null;
            task_id: string | null;
            /** @description Number of this member's answer to the item in the round, from 1 */
            version: number;
        };
        /** AnnotatorQualifiedEvent */
        AnnotatorQualifiedEvent: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            data: {
                attempt: number;
                /**
                 * @description manager: somebody let the member pass
                 * @enum {unknown}
                 */
                basis: "training" | "manager";
                external_id: string | null;
                items: number;
                /** @description A member's id */
                member_id: string;
                project_id: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T03:00:00.000Z
                 */
                qualified_at: string;
                right: number;
            };
            id: string;
            /** @enum {string} */
            type: "annotator.qualified";
        };
        /** AnnotatorTrend */
        AnnotatorTrend: {
            /** @description Only days with answers, the oldest first */
            days: components["schemas"]["WorkDay"][];
            drift: components["schemas"]["Drift"][];
            member_id: string;
        };
        /** ApiKey */
        ApiKey: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            expires_at: string | null;
            /** @example key_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            last_used_at: string | null;
            /**
             * @description The last four characters
             * @example aehB
             */
            last4: string;
            name: string;
            /**
             * @description The key's first 14 characters
             * @example assay_live_k3J
             */
            prefix: string;
            revoked_at: string | null;
            scopes: string[];
        };
        /** AskAudit */
        AskAudit: {
            /** @description basic, standard, premium or elite */
            level: string;
        };
        /** AssistedObjects */
        AssistedObjects: {
            /** @description As in a result of the annotation type, the spans of a text among them; empty where the model finds nothing, and after a preparation */
            objects: unknown[];
        };
        /**
         * AssistPrompt
         * @description What a person points at, in pixels of the upright image
         */
        AssistPrompt: {
            /** @description Around the object */
            box?: {
                height: number;
                width: number;
                x: number;
                y: number;
            };
            /** @description Of the object */
            label?: string;
            points?: {
                /** @description Whether the point is on the object; false: beside it */
                positive: boolean;
                x: number;
                y: number;
            }[];
            /** @description A rough outline */
            polygon?: number[][];
            /** @description What to look for */
            text?: string;
        };
        /**
         * AssistTask
         * @description Without `prompt` the model only prepares the item, for example computes its embedding
         */
        AssistTask: {
            /** @description The result so far, for models that use it */
            current?: unknown;
            prompt?: components["schemas"]["AssistPrompt"];
        };
        /** AutoAccept */
        AutoAccept: {
            /** @description Items that got the model's label */
            accepted: number;
            check: number;
            /** @description Check items that still need answers */
            checks_open: number;
            confidence: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            max_wrong: number;
            model: string;
            /** @description From 1 in the batch */
            number: number;
            outcome: {
                /** @description Check items */
                checked: number;
                chosen: {
                    /** @description The part of 1 − `confidence` with which it was tested */
                    alpha: number;
                    /** @description At most this share of `items` is wrong, at the stated confidence */
                    bound: number;
                    /** @description Check items among them */
                    checked: number;
                    /** @description Predictions at or above it */
                    items: number;
                    threshold: number | null;
                    /** @description Check items among them whose prediction is wrong by people's label */
                    wrong: number;
                } | null;
                /** @description Items with a prediction when the check items were drawn */
                population: number;
                /** @description The thresholds in the order in which they were tested */
                steps: {
                    /** @description The part of 1 − `confidence` with which it was tested */
                    alpha: number;
                    /** @description At most this share of `items` is wrong, at the stated confidence */
                    bound: number;
                    /** @description Check items among them */
                    checked: number;
                    /** @description Predictions at or above it */
                    items: number;
                    threshold: number | null;
                    /** @description Check items among them whose prediction is wrong by people's label */
                    wrong: number;
                }[];
            } | null;
            /** @description What happens, or what came of it */
            sentence: string;
            /**
             * @description holding: items are being withheld from annotators; checking: people answer the check items; accepting: items get the model's label or go to annotators
             * @enum {unknown}
             */
            status: "holding" | "checking" | "accepting" | "finished" | "canceled";
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            updated_at: string;
            version: string | null;
        };
        /** AutoAcceptPlan */
        AutoAcceptPlan: {
            /** @description Untouched items with a prediction of the model */
            items: number;
            /** @description Answers per item */
            overlap: number;
            /** @description For 1, 2, 5 and 10 % wrong labels and models of 80, 90, 95 and 98 %. uninformative: scores say nothing; informative: the surer half has a quarter of the wrong labels. Empty if `items` is 0 */
            rows: {
                /** @description Share of the items on which the model is right */
                accuracy: number;
                /** @description Check items; without `check`, the number that saves most answers */
                check: number;
                informative: {
                    /** @description Share of the items that a threshold would accept, on average */
                    accepted: number;
                    /** @description Answers that people would not have to give */
                    answers_saved: number;
                    cost_saved: number | null;
                    minutes_saved: number | null;
                };
                max_wrong: number;
                uninformative: {
                    /** @description Share of the items that a threshold would accept, on average */
                    accepted: number;
                    /** @description Answers that people would not have to give */
                    answers_saved: number;
                    cost_saved: number | null;
                    minutes_saved: number | null;
                };
            }[];
            seconds_per_answer: number | null;
        };
        /** Batch */
        Batch: {
            amendment: ("processing" | "completed" | "failed") | null;
            /** @description Items with an accepted label */
            annotated_count: number;
            audit: {
                done: number;
                /** @description Number of the audited round in the batch, from 1 */
                look: number;
                /** @description The most audits that the round may need in total */
                most_required: number;
                /** @description Audits needed in total up to the next decision */
                required: number;
                /**
                 * @description The unit of these counts; a group is all items with the same `group`, or an item without one
                 * @enum {unknown}
                 */
                unit: "item" | "group";
                wrong_allowed: number | null;
            } | null;
            audited_count: number | null;
            /** @description True if the labels are fixed and the audit begins once somebody sends a nonce to POST /v1/batches/{id}/challenge */
            awaits_challenge: boolean;
            certification_level: ("none" | "agreement" | "basic" | "standard" | "premium" | "elite") | null;
            certified_at: string | null;
            certifies: {
                dataset_id: string;
                version: number;
            } | null;
            completed_at: string | null;
            consensus: {
                /** @description Answers that the labels were computed from */
                answers: number;
                /** @description Labels that changed */
                changed: number;
                /** @enum {unknown} */
                method: "majority" | "one-coin" | "dawid-skene" | "hierarchical";
                version: number;
            } | null;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            download_url: string | null;
            /** @description Batches audited before with some of the same items, those with the most first; at most 100 */
            earlier: {
                at: string | null;
                batch_id: string | null;
                /**
                 * @description certified: an audit of it passed; failed: none passed; abandoned: it was deleted during an audit; open: an audit is in progress
                 * @enum {unknown}
                 */
                outcome: "certified" | "failed" | "abandoned" | "open";
                /** @description Rounds whose budgets were used on the earlier batch */
                rounds: number;
                /** @description Items of this batch whose content the earlier one had */
                shared_items: number;
            }[];
            /** @description Rounds that they used on more than a tenth of the items: this batch starts with the budget of the next one */
            earlier_rounds: number;
            excluded_count: number;
            export_format: string;
            failed_at: string | null;
            failure_reasons: {
                code: string;
                count: number;
                message: string;
            }[];
            file_count: number;
            hold: boolean;
            id: string;
            item_count: number;
            /** @description Items created so far: less than `item_count` while Assay fills a large batch. Claims start when all exist */
            items_ready: number;
            metadata: {
                [key: string]: unknown;
            };
            name: string;
            /** @enum {unknown} */
            priority: "low" | "normal" | "high";
            processing_at: string | null;
            /** @description Share of the items that are not open */
            progress: number;
            project_id: string;
            quality_score: number | null;
            /**
             * @description The order in which annotators get items of the same priority. random (default); uncertainty: the lowest score of a prediction first; disagreement: those first whose predictions differ most. Items without what is compared come last; those that somebody has begun come first. A job puts them in order again when predictions arrive
             * @enum {unknown}
             */
            queue_order: "random" | "uncertainty" | "disagreement";
            /** @enum {unknown} */
            required_level: "none" | "basic" | "standard" | "premium" | "elite";
            required_quality_score: number;
            /** @description The certified revision, or 1 before the first verdict */
            revision: number;
            /** @description The certified revisions, oldest first */
            revisions: {
                /**
                 * @description agreement: annotators agree, and nobody checked a label
                 * @enum {unknown}
                 */
                certification_level: "none" | "agreement" | "basic" | "standard" | "premium" | "elite";
                certified_at: string | null;
                download_url: string;
                quality_score: number;
                revision: number;
                superseded_by: number | null;
                /** @description True if an amendment of this revision failed and no other has replaced it; the revision stays valid */
                superseded_by_failed_amendment: boolean;
            }[];
            round: number;
            sent_back: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T03:00:00.000Z
                 */
                at: string;
                member_id: string | null;
                reason: string | null;
                /** @description The labeling round that began */
                round: number;
            } | null;
            /** @description The batch's quality in words */
            sentence: string;
            /** @enum {unknown} */
            status: "created" | "processing" | "completed" | "certified" | "failed";
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            updated_at: string;
        };
        /** BatchCertifiedEvent */
        BatchCertifiedEvent: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            data: {
                batch_id: string;
                certification_level: string;
                download_url: string;
                file_count: number;
                project_id: string;
                quality_score: number;
            };
            id: string;
            /** @enum {string} */
            type: "batch.certified";
        };
        /** BatchCompletedEvent */
        BatchCompletedEvent: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            data: {
                annotation_count: number;
                batch_id: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T03:00:00.000Z
                 */
                completed_at: string;
                file_count: number;
                project_id: string;
                round: number;
                /** @enum {string} */
                status: "completed";
            };
            id: string;
            /** @enum {string} */
            type: "batch.completed";
        };
        /** BatchCreatedEvent */
        BatchCreatedEvent: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            data: {
                batch_id: string;
                file_count: number;
                name: string;
                project_id: string;
                round: number;
                /** @enum {string} */
                status: "created";
            };
            id: string;
            /** @enum {string} */
            type: "batch.created";
        };
        /** BatchFailedEvent */
        BatchFailedEvent: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            data: {
                batch_id: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T03:00:00.000Z
                 */
                failed_at: string;
                file_count: number;
                project_id: string;
                quality_score: number;
                reasons: {
                    code: string;
                    count: number;
                    message: string;
                }[];
                required_quality_score: number;
                round: number;
                /** @enum {string} */
                status: "failed";
            };
            id: string;
            /** @enum {string} */
            type: "batch.failed";
        };
        /** BatchForecast */
        BatchForecast: {
            /** @description At most 10,000 */
            adjudications_left: number;
            /** @description Answers that these items still need; ties may need more. None for items that wait for an adjudicator. With more than 10,000 items left, the overlap decides */
            answers_left: number;
            /** @description Audits of the current stage without a verdict */
            audits_left: number;
            batch_id: string;
            /** @description Labels of the batch if it is certified; otherwise 0 */
            certified_labels: number;
            /** @description Answers of each of the past days, from the first answer or of the last 28, the oldest first; without today */
            days: number[];
            finish: components["schemas"]["ForecastFinish"] | null;
            hours_left: number | null;
            hours_per_certified_label: number | null;
            hours_spent: number | null;
            /** @description Items without an accepted label that are not excluded */
            items_left: number;
            seconds_per_answer: number | null;
        };
        /** BatchProcessingEvent */
        BatchProcessingEvent: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            data: {
                batch_id: string;
                file_count: number;
                project_id: string;
                reason: string | null;
                round: number;
                /**
                 * Format: date-time
                 * @example 2026-11-21T03:00:00.000Z
                 */
                started_at: string;
                /** @enum {string} */
                status: "processing";
            };
            id: string;
            /** @enum {string} */
            type: "batch.processing";
        };
        /** BatchTrends */
        BatchTrends: {
            /** @description Those with the most answers, at most 50 */
            annotators: components["schemas"]["AnnotatorTrend"][];
            batch_id: string;
            /**
             * Format: date-time
             * @description Answers given since then are counted: of 60 days, or fewer if there are more than 20,000
             * @example 2026-11-21T03:00:00.000Z
             */
            from: string;
            /** @description Whether the newest 20,000 answers did not reach back 60 days */
            is_limited: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            to: string;
        };
        /** Blocker */
        Blocker: {
            batch_id: string | null;
            batch_name: string | null;
            can_act: components["schemas"]["CanAct"];
            /** @description Number of items, audits, comments, known items, runs, imports or uploads; at most 10,000. 1 for failed, hold, paused, untrained and export */
            count: number;
            detail: string | null;
            /**
             * @description failed: a batch waits for rework. hold: a batch with work to do is on hold. returned: items that rework or an amendment sent back, reserved for a day for the people who answered them before. conflict: items whose answers disagree, skipped: items that were skipped; both wait for an adjudicator. tied: items whose answers disagree and wait for one more answer, skipped_once: items that one person skipped and that wait for another; both once nothing else is left to annotate in the batch. paused: an annotator whose answers to known items were too often wrong. audit: labels to audit that nobody has begun. model_check: items whose answers decide what a model may label. overlap: open items that need answers of more annotators than the project has. comment: open questions. gold: too few known items for the policy’s gold_floor ever to pause an annotator. training: too few known items for the training of new annotators. untrained: a member failed the training and gets no items of the project. export: the newest export of the last seven days failed. run: runs of models that failed, stopped or have not moved since 15 minutes after their deadline. import: datasets that could not be imported in the last seven days. upload: uploads that failed in these, of those that the caller may read; they belong to no project and are listed in each
             * @enum {unknown}
             */
            kind: "failed" | "hold" | "returned" | "conflict" | "tied" | "skipped" | "skipped_once" | "paused" | "audit" | "model_check" | "overlap" | "comment" | "gold" | "training" | "untrained" | "export" | "run" | "import" | "upload";
            member_id: string | null;
        };
        /** BulkCount */
        BulkCount: {
            /** @description Items that would change now */
            count: number;
            /** @description True where there are more items than one request looks at (50,000, or 16 MB of texts for q) */
            is_lower_bound: boolean;
        };
        /** BulkItems */
        BulkItems: {
            /**
             * @description priority: changes open items. requeue: asks for new answers under the newest guidelines. exclude: leaves items out, with a reason. gold: uses accepted labels as known answers that measure annotators. accept_prediction: makes a model's prediction the label of open items, without those that people check for an auto-accept. adjudicate: let an adjudicator decide open items whose answers disagree or that somebody skipped, in place of one more answer. release: offers items to every annotator that rework reserved for those who answered them before
             * @enum {unknown}
             */
            action: "priority" | "requeue" | "exclude" | "gold" | "accept_prediction" | "adjudicate" | "release";
            /** @description True: only count the items */
            dry_run?: boolean;
            /** @description The same filters as the parameters of GET /v1/items */
            filter: {
                annotator?: string;
                answer?: string;
                /** @enum {string} */
                audited?: "wrong";
                batch_id?: string;
                external_ids?: string[];
                item_ids?: string[];
                label?: string;
                metadata?: {
                    [key: string]: string;
                };
                other_answer?: string;
                /** @description Required without batch_id */
                project_id?: string;
                q?: string;
                /** @enum {unknown} */
                state?: "open" | "accepted" | "excluded";
                support_lt?: number;
                /** @enum {unknown} */
                waits_for?: "adjudication" | "another_answer";
            };
            /** @description For accept_prediction */
            model?: string;
            /** @description For priority */
            priority?: number;
            /** @description For exclude, which needs it, and for requeue: those who answered the items get them first, and read it above each */
            reason?: string;
            /** @description For accept_prediction: the model's version */
            version?: string;
        };
        /** BulkJob */
        BulkJob: {
            /**
             * @description priority: changes open items. requeue: asks for new answers under the newest guidelines. exclude: leaves items out, with a reason. gold: uses accepted labels as known answers that measure annotators. accept_prediction: makes a model's prediction the label of open items, without those that people check for an auto-accept. adjudicate: let an adjudicator decide open items whose answers disagree or that somebody skipped, in place of one more answer. release: offers items to every annotator that rework reserved for those who answered them before
             * @enum {unknown}
             */
            action: "priority" | "requeue" | "exclude" | "gold" | "accept_prediction" | "adjudicate" | "release";
            /** @description Items changed so far; items whose state changed in the meantime are skipped */
            changed: number;
            /** @description Items that matched when the job was created; grows if the job finds more */
            count: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            finished_at: string | null;
            /** @example job_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            /** @enum {unknown} */
            status: "running" | "finished";
        };
        /** CanAct */
        CanAct: {
            /** @description The first five of them */
            member_ids: string[];
            /** @description Active people of the project with such a role, without those who worked on all of its items; of returned: those for whom items are reserved */
            members: number;
            /** @description The roles that may */
            roles: ("owner" | "manager" | "reviewer" | "annotator" | "viewer")[];
        };
        /**
         * Certificate
         * @description The signed DSSE envelope, and the current status of the certificate
         */
        Certificate: {
            batch_id: string;
            /** @description Failed audits of later amendments of the batch; the certificate page shows their findings */
            failed_amendments: number;
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            issued_at: string;
            log: components["schemas"]["LogProof"] | null;
            /** @description The certificate page, which recipients of the data can read without a key */
            page_url: string;
            /** @description An in-toto Statement v1 in base64 */
            payload: string;
            /** @example application/vnd.in-toto+json */
            payloadType: string;
            revision: number;
            revoked_at: string | null;
            signatures: {
                keyid: string;
                sig: string;
            }[];
            superseded_by: string | null;
            /** @description True if an amendment of this revision failed and no other has replaced it; the certificate stays valid */
            superseded_by_failed_amendment: boolean;
        };
        /** CertificateKey */
        CertificateKey: {
            /** @enum {string} */
            alg: "EdDSA";
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            /** @enum {string} */
            crv: "Ed25519";
            /** @description SHA-256 of the SPKI DER in hexadecimal: the `keyid` of signatures */
            kid: string;
            /** @enum {string} */
            kty: "OKP";
            not_after: string | null;
            /** @description The same as SPKI PEM, for OpenSSL */
            pem: string;
            revoked_at: string | null;
            /** @enum {string} */
            use: "sig";
            /** @description The public key in base64url */
            x: string;
        };
        /** CertificateKeys */
        CertificateKeys: {
            keys: components["schemas"]["CertificateKey"][];
            revoked_certificates: {
                id: string;
                reason: string | null;
                /**
                 * Format: date-time
                 * @example 2026-11-21T03:00:00.000Z
                 */
                revoked_at: string;
            }[];
        };
        /** CertifyVersion */
        CertifyVersion: {
            /** @description Your own data: up to 50 keys of 40 characters, with values of up to 500 */
            metadata?: {
                [key: string]: string;
            };
            /** @description Of the batch; default: the dataset's with the version */
            name?: string;
            /** @enum {unknown} */
            priority?: "low" | "normal" | "high";
            /** @description basic, standard, premium or elite; default: the project's */
            quality_level?: string;
            /** @description Replaces the settings that it names of the project's policy; the evidence is always an audit */
            quality_policy?: {
                /**
                 * @description verify: auditors see the delivered label; blind: they answer without seeing it
                 * @enum {unknown}
                 */
                audit_mode?: "verify" | "blind";
                /**
                 * @description thrifty (default): fewest audits; a round fails at the fifth wrong label. forgiving: more audits and a higher chance to pass; a round fails at the seventh
                 * @enum {unknown}
                 */
                audit_plan?: "thrifty" | "forgiving";
                /** @description Lets a model label the items whose score is above a threshold, once every item has its prediction. People answer a random sample of items blind; the threshold is the lowest that shows, by this sample, that at most max_wrong of the labels above it are wrong. The audit judges all labels together afterwards */
                auto_accept?: {
                    /** @description Items, drawn at random, that people answer without seeing the model's label; default: 600 */
                    check?: number;
                    /** @description Default: 0.95 */
                    confidence?: number;
                    /** @description The greatest share of wrong labels among those that the model makes; default: 0.05 */
                    max_wrong?: number;
                    model: string;
                    version?: string;
                };
                /**
                 * @description The public part of the random sample, added once the labels are fixed. log (default): the root hash of the log; nonce: a text that you send to POST /v1/batches/{id}/challenge, without which no audit begins; beacon: the next round of a public beacon, if the installation has one (ASSAY_BEACON_URL)
                 * @enum {unknown}
                 */
                challenge?: "log" | "nonce" | "beacon";
                /**
                 * @description What to deliver if the two middle values of an even number of ordinal ratings differ. tie (default): the item gets one more answer, then an adjudicator; lower: the lower of the two is delivered
                 * @enum {unknown}
                 */
                even_median?: "tie" | "lower";
                /**
                 * @description agreement is allowed only for the level basic
                 * @enum {unknown}
                 */
                evidence?: "audit" | "agreement";
                /** @description True, for training: shows annotators the right answer right after each gold item */
                feedback?: boolean;
                /** @description Pauses an annotator whose share of right gold answers is below this, judged by the upper end of its exact 95 % interval; default: nobody is paused */
                gold_floor?: number;
                /** @description Share of claims that get an item with a known answer while there are any; default 0.1 */
                gold_share?: number;
                /** @description Fails a batch if the audit shows that annotators found a label in less than this share of the items that have it */
                label_floor?: number;
                /** @description Share of excluded items above which a batch fails */
                max_excluded_share?: number;
                /** @description Fails a batch if more than this share of its answers is from annotators who guess, as gold shows */
                max_spam_share?: number;
                /** @description Share of the answers that must support a label */
                min_support?: number;
                /** @description Answers per item before its label is decided */
                overlap?: number;
                /** @description Share of the items, drawn at random, that get all answers of the overlap; the others get one */
                overlap_share?: number;
                /** @description Which predictions tasks show; default: all. With show_predictions: false they show none */
                predictions?: {
                    /** @description Tasks show no predictions with a lower score, nor any without a score */
                    min_score?: number;
                    /** @description Tasks show this model's predictions alone */
                    model?: string;
                    /**
                     * @description first (default): tasks show predictions from the start; never: tasks show none; after_first_answer: the first annotator of an item answers without them, the others see them
                     * @enum {unknown}
                     */
                    show?: "never" | "first" | "after_first_answer";
                    /** @description Tasks show predictions of this version alone */
                    version?: string;
                    /** @description Share of the items, drawn at random, whose tasks never show predictions: GET /v1/batches/{id}/models compares both parts and says whether annotators miss the model's errors. Default: 0.1, and 0 where nothing is audited */
                    withhold?: number;
                };
                /** @description True: a level above basic needs signed-in people as auditors and as annotators of the audited items; names given by API keys do not count */
                require_persons?: boolean;
                /** @description Fields that count like the label: a tie in one counts as a tie of the item, and audits and gold judge them too */
                scored_fields?: string[];
                /** @description False: tasks show no predictions, so that answers do not follow a model; default true */
                show_predictions?: boolean;
                /**
                 * @description Metadata keys whose values get a score of their own, at most 5. The 20 most frequent values of a key are judged one by one, the others together
                 * @example [
                 *       "language",
                 *       {
                 *         "key": "site",
                 *         "min_score": 80
                 *       }
                 *     ]
                 */
                slices?: (string | {
                    key: string;
                    /** @description Every value's labels must reach this score: the audit checks as many as that needs, and the batch fails if one does not */
                    min_score?: number;
                })[];
                /** @description True: a delivered label must match the audit in full */
                strict?: boolean;
                /** @description Thresholds for an acceptable delivered label, instead of the type's own */
                tolerance?: {
                    /** @description Most steps between two ratings that count as the same; at most a quarter of the steps of the shortest scale */
                    max_steps?: number;
                    /** @description Highest word error rate, relative to the audited transcript */
                    max_wer?: number;
                    /** @description Lowest F1 of delivered against audited objects or spans */
                    min_f1?: number;
                    /** @description Lowest IoU or OKS at which two objects count as the same; for masks the lowest mean IoU */
                    min_iou?: number;
                };
            };
        };
        /** ChangeAccount */
        ChangeAccount: {
            name?: string;
            owner_email?: string | null;
            /** @description True: an `annotator` whom the account does not have is a fault. False: the name becomes a member */
            strict_annotators?: boolean;
        };
        /** ChangeApiKey */
        ChangeApiKey: {
            expires_at?: string | null;
            name?: string;
            scopes?: ("account:read" | "account:write" | "members:read" | "members:write" | "projects:read" | "projects:write" | "batches:read" | "batches:write" | "uploads:read" | "uploads:write" | "annotations:read" | "annotations:write" | "datasets:read" | "webhooks:read" | "webhooks:write" | "events:read" | "keys:read" | "keys:write")[];
        };
        /** ChangeBatch */
        ChangeBatch: {
            /** @description True stops new claims at once; leased tasks continue */
            hold?: boolean;
            /** @description Your own data: up to 50 keys of 40 characters, with values of up to 500 */
            metadata?: {
                [key: string]: string;
            };
            name?: string;
            /** @enum {unknown} */
            priority?: "low" | "normal" | "high";
            /**
             * @description The order in which annotators get items of the same priority. random (default); uncertainty: the lowest score of a prediction first; disagreement: those first whose predictions differ most. Items without what is compared come last; those that somebody has begun come first. A job puts them in order again when predictions arrive
             * @enum {unknown}
             */
            queue_order?: "random" | "uncertainty" | "disagreement";
        };
        /** ChangeComment */
        ChangeComment: {
            /** @description The member that an API key acts for: a member id or an external id. Default: the key's own member */
            annotator?: string;
            /** @description Whether the thread is resolved; only on its first comment */
            resolved?: boolean;
            /** @description Only its author may change it */
            text?: string;
        };
        /** ChangeDataset */
        ChangeDataset: {
            name?: string;
            /** @description An item must match all of these */
            query?: {
                /** @description Default: every batch of the project */
                batch_ids?: string[];
                /** @description An item has at least one of them */
                labels?: string[];
                /** @description Your own data: up to 50 keys of 40 characters, with values of up to 500 */
                metadata?: {
                    [key: string]: string;
                };
                project_id: string;
                /** @description In the text or conversation, or in the name of a file that is one item */
                q?: string;
                /** @description The states of the batches; default: certified */
                statuses?: ("created" | "processing" | "completed" | "certified" | "failed")[];
            };
            /** @description Each share is its number divided by the sum of the three; default: 80, 10, 10 */
            splits?: {
                /** @description Default: the project's id */
                seed?: string;
                test?: number;
                train?: number;
                validation?: number;
            };
        };
        /** ChangeDigest */
        ChangeDigest: {
            /**
             * @description daily: at most one mail a day, and none if nothing is new
             * @enum {unknown}
             */
            frequency: "none" | "daily";
            /** @description A name of the IANA time zone database: mails come at 08:00 there. Default: as before; without one, at the hour of the choice */
            time_zone?: string;
        };
        /** ChangeMember */
        ChangeMember: {
            /** @description False releases the member's leases; drafts and answers stay */
            active?: boolean;
            email?: string | null;
            external_id?: string | null;
            /** @description Names that you choose; a project with groups gives tasks only to their members */
            groups?: string[];
            /**
             * @description model: an agent, say. It never audits or adjudicates, its answers are marked, and the certificate counts them. A model stays one
             * @enum {unknown}
             */
            kind?: "person" | "model";
            /** @description Whether a member of the kind model gets tasks; false until an owner sets it */
            may_annotate?: boolean;
            name?: string;
            project_ids?: string[] | null;
            /** @enum {unknown} */
            role?: "owner" | "manager" | "reviewer" | "annotator" | "viewer";
        };
        /** ChangeModel */
        ChangeModel: {
            /** @description The annotation types whose results the model gives */
            annotation_types?: ("image_classification" | "multilabel_classification" | "object_detection" | "polygon" | "semantic_segmentation" | "keypoint" | "text_classification" | "named_entity_recognition" | "transcription" | "audio_segmentation" | "text_generation" | "ranking" | "rating")[];
            /** @description Items in a request; default 16. Of openai: 1 */
            batch_size?: number;
            /** @description Requests of one run that wait for an answer at once; default 2 */
            concurrency?: number;
            price?: components["schemas"]["ModelPrice"] | null;
            prompt?: components["schemas"]["ModelPrompt"] | null;
            /** @description Of http: `whsec_` and 24 to 64 bytes in base64, with which Assay signs its requests as webhooks; default: Assay creates one. Of openai: the API key, of visible ASCII characters; absent if the server needs none. Stored encrypted */
            secret?: string;
            /** @description How long Assay waits for an answer, or for all samples of one, in milliseconds; default 30,000 */
            timeout_ms?: number;
            /**
             * @description Of http and openai: absolute, https (http only to networks that the operator allows), without user name and fragment. Of openai: up to `/chat/completions`
             * @example https://models.acme.test/predict
             */
            url?: string;
        };
        /** ChangeModelRun */
        ChangeModelRun: {
            max_cost?: number | null;
            /**
             * @description running: goes on after a pause, a stop or a failure. canceled: ends it
             * @enum {unknown}
             */
            status?: "running" | "paused" | "canceled";
        };
        /** ChangeProject */
        ChangeProject: {
            /** @description See GET /v1/annotation-types */
            annotation_type?: string;
            assist_model_id?: string | null;
            description?: string | null;
            /** @description See GET /v1/export-formats */
            export_format?: string;
            fields?: {
                /** @description The question as shown to annotators. */
                description?: string;
                /** @description Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`. */
                max?: number;
                /** @description For `rating`: what the greatest number means. */
                max_label?: string;
                /** @description Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights. */
                min?: number;
                /** @description For `rating`: what the least number means. */
                min_label?: string;
                /** @description The key of the answer in `fields`; unique among its siblings. */
                name: string;
                /** @description For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages. */
                options?: string[];
                /**
                 * @description What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`.
                 * @enum {unknown}
                 */
                per?: "item" | "object" | "response" | "message";
                /** @description Whether annotators must answer it when it is shown. */
                required?: boolean;
                /** @description Only per message: asked of messages with these roles; absent asks of all. */
                roles?: string[];
                /**
                 * @description The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap).
                 * @enum {unknown}
                 */
                type: "choice" | "multi_choice" | "rating" | "text" | "number" | "highlight";
                /** @description Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there. */
                when?: {
                    equals: string | number;
                    field: string;
                };
            }[];
            /** @description Only members of these groups may work on the project; empty: all members */
            groups?: string[];
            instructions?: string | null;
            labels?: {
                /** @description Questions about each object with this label. */
                attributes?: {
                    /** @description The question as shown to annotators. */
                    description?: string;
                    /** @description Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`. */
                    max?: number;
                    /** @description For `rating`: what the greatest number means. */
                    max_label?: string;
                    /** @description Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights. */
                    min?: number;
                    /** @description For `rating`: what the least number means. */
                    min_label?: string;
                    /** @description The key of the answer in `fields`; unique among its siblings. */
                    name: string;
                    /** @description For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages. */
                    options?: string[];
                    /**
                     * @description What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`.
                     * @enum {unknown}
                     */
                    per?: "item" | "object" | "response" | "message";
                    /** @description Whether annotators must answer it when it is shown. */
                    required?: boolean;
                    /** @description Only per message: asked of messages with these roles; absent asks of all. */
                    roles?: string[];
                    /**
                     * @description The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap).
                     * @enum {unknown}
                     */
                    type: "choice" | "multi_choice" | "rating" | "text" | "number" | "highlight";
                    /** @description Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there. */
                    when?: {
                        equals: string | number;
                        field: string;
                    };
                }[];
                /** @description As `#rrggbb`; null: the workbench chooses. */
                color?: string | null;
                /** @description The key that picks the label, unless another label or the editor of the annotation type uses it; null: the workbench chooses. */
                hotkey?: string | null;
                /** @description Never changes, even when the label is renamed. Default: `label_<n>`. */
                id?: string;
                /** @description The name of the label in results; unique. */
                name: string;
                /** @description The id or name of the parent label; responses show the id. */
                parent?: string | null;
                /** @description Makes the label a relation type, for relations between two spans instead of spans; for `named_entity_recognition` only. */
                relation?: {
                    /** @description The ids or names of the labels that the first span can have; empty: each. Responses show ids. */
                    source?: string[];
                    /** @description The ids or names of the labels that the second span can have; empty: each. Responses show ids. */
                    target?: string[];
                };
                /** @description True: existing answers keep the label, new answers cannot use it. */
                retired?: boolean;
            }[];
            /** @description Your own data: up to 50 keys of 40 characters, with values of up to 500 */
            metadata?: {
                [key: string]: string;
            };
            name?: string;
            qualification?: {
                /** @description Attempts before an annotator fails */
                attempts: number;
                /** @description Items with a known answer in each attempt */
                items: number;
                /** @description The least share of right answers of an attempt, judged once all its items are answered */
                pass_mark: number;
            } | null;
            /** @description none, basic, standard, premium or elite */
            quality_level?: string;
            quality_policy?: {
                /**
                 * @description verify: auditors see the delivered label; blind: they answer without seeing it
                 * @enum {unknown}
                 */
                audit_mode?: "verify" | "blind";
                /**
                 * @description thrifty (default): fewest audits; a round fails at the fifth wrong label. forgiving: more audits and a higher chance to pass; a round fails at the seventh
                 * @enum {unknown}
                 */
                audit_plan?: "thrifty" | "forgiving";
                /** @description Lets a model label the items whose score is above a threshold, once every item has its prediction. People answer a random sample of items blind; the threshold is the lowest that shows, by this sample, that at most max_wrong of the labels above it are wrong. The audit judges all labels together afterwards */
                auto_accept?: {
                    /** @description Items, drawn at random, that people answer without seeing the model's label; default: 600 */
                    check?: number;
                    /** @description Default: 0.95 */
                    confidence?: number;
                    /** @description The greatest share of wrong labels among those that the model makes; default: 0.05 */
                    max_wrong?: number;
                    model: string;
                    version?: string;
                };
                /**
                 * @description The public part of the random sample, added once the labels are fixed. log (default): the root hash of the log; nonce: a text that you send to POST /v1/batches/{id}/challenge, without which no audit begins; beacon: the next round of a public beacon, if the installation has one (ASSAY_BEACON_URL)
                 * @enum {unknown}
                 */
                challenge?: "log" | "nonce" | "beacon";
                /**
                 * @description What to deliver if the two middle values of an even number of ordinal ratings differ. tie (default): the item gets one more answer, then an adjudicator; lower: the lower of the two is delivered
                 * @enum {unknown}
                 */
                even_median?: "tie" | "lower";
                /**
                 * @description agreement is allowed only for the level basic
                 * @enum {unknown}
                 */
                evidence?: "audit" | "agreement";
                /** @description True, for training: shows annotators the right answer right after each gold item */
                feedback?: boolean;
                /** @description Pauses an annotator whose share of right gold answers is below this, judged by the upper end of its exact 95 % interval; default: nobody is paused */
                gold_floor?: number;
                /** @description Share of claims that get an item with a known answer while there are any; default 0.1 */
                gold_share?: number;
                /** @description Fails a batch if the audit shows that annotators found a label in less than this share of the items that have it */
                label_floor?: number;
                /** @description Share of excluded items above which a batch fails */
                max_excluded_share?: number;
                /** @description Fails a batch if more than this share of its answers is from annotators who guess, as gold shows */
                max_spam_share?: number;
                /** @description Share of the answers that must support a label */
                min_support?: number;
                /** @description Answers per item before its label is decided */
                overlap?: number;
                /** @description Share of the items, drawn at random, that get all answers of the overlap; the others get one */
                overlap_share?: number;
                /** @description Which predictions tasks show; default: all. With show_predictions: false they show none */
                predictions?: {
                    /** @description Tasks show no predictions with a lower score, nor any without a score */
                    min_score?: number;
                    /** @description Tasks show this model's predictions alone */
                    model?: string;
                    /**
                     * @description first (default): tasks show predictions from the start; never: tasks show none; after_first_answer: the first annotator of an item answers without them, the others see them
                     * @enum {unknown}
                     */
                    show?: "never" | "first" | "after_first_answer";
                    /** @description Tasks show predictions of this version alone */
                    version?: string;
                    /** @description Share of the items, drawn at random, whose tasks never show predictions: GET /v1/batches/{id}/models compares both parts and says whether annotators miss the model's errors. Default: 0.1, and 0 where nothing is audited */
                    withhold?: number;
                };
                /** @description True: a level above basic needs signed-in people as auditors and as annotators of the audited items; names given by API keys do not count */
                require_persons?: boolean;
                /** @description Fields that count like the label: a tie in one counts as a tie of the item, and audits and gold judge them too */
                scored_fields?: string[];
                /** @description False: tasks show no predictions, so that answers do not follow a model; default true */
                show_predictions?: boolean;
                /**
                 * @description Metadata keys whose values get a score of their own, at most 5. The 20 most frequent values of a key are judged one by one, the others together
                 * @example [
                 *       "language",
                 *       {
                 *         "key": "site",
                 *         "min_score": 80
                 *       }
                 *     ]
                 */
                slices?: (string | {
                    key: string;
                    /** @description Every value's labels must reach this score: the audit checks as many as that needs, and the batch fails if one does not */
                    min_score?: number;
                })[];
                /** @description True: a delivered label must match the audit in full */
                strict?: boolean;
                /** @description Thresholds for an acceptable delivered label, instead of the type's own */
                tolerance?: {
                    /** @description Most steps between two ratings that count as the same; at most a quarter of the steps of the shortest scale */
                    max_steps?: number;
                    /** @description Highest word error rate, relative to the audited transcript */
                    max_wer?: number;
                    /** @description Lowest F1 of delivered against audited objects or spans */
                    min_f1?: number;
                    /** @description Lowest IoU or OKS at which two objects count as the same; for masks the lowest mean IoU */
                    min_iou?: number;
                };
            };
            /** @enum {unknown} */
            status?: "active" | "paused" | "archived";
            type_options?: {
                [key: string]: unknown;
            };
        };
        /** ChangeQualification */
        ChangeQualification: {
            /**
             * @description pass: the member gets real work without the training; start_again: they train again, with all attempts, and get no real work before they pass
             * @enum {unknown}
             */
            action: "pass" | "start_again";
            project_id: string;
        };
        /** ChangeSource */
        ChangeSource: {
            credentials?: components["schemas"]["SourceCredentials"];
            /** @description Your own data: up to 50 keys of 40 characters, with values of up to 500 */
            metadata?: {
                [key: string]: string;
            };
            name?: string;
        };
        /** ChangeWebhook */
        ChangeWebhook: {
            description?: string | null;
            /** @description True enables a disabled webhook again */
            enabled?: boolean;
            /**
             * @description Null: all types, including those added later
             * @example [
             *       "batch.certified",
             *       "batch.failed"
             *     ]
             */
            events?: ("batch.created" | "batch.processing" | "batch.completed" | "batch.certified" | "batch.failed" | "project.updated" | "comment.created" | "comment.resolved" | "annotator.qualified")[] | null;
            /** @description Your own data: up to 50 keys of 40 characters, with values of up to 500 */
            metadata?: {
                [key: string]: string;
            };
            /**
             * @description Absolute, https (http only to networks that the operator allows), without user name and fragment
             * @example https://hooks.acme.test/assay
             */
            url?: string;
        };
        /** ClaimTasks */
        ClaimTasks: {
            /** @description The member that you act for: a member id or an external id. Default: the member of your key */
            annotator?: string;
            /** @description True: a model works. A new annotator becomes a member of the kind model, which an owner must allow to annotate, and the work of a person's member is refused */
            as_model?: boolean;
            batch_id?: string;
            /** @description Default: 1 */
            count?: number;
            /** @description Default: annotate */
            kinds?: ("annotate" | "audit" | "adjudicate")[];
            project_id?: string;
        };
        /** Comment */
        Comment: {
            annotation_id: string | null;
            author: {
                id: string;
                name: string;
            };
            batch_id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            /** @example cmt_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            item_id: string;
            place: {
                /** @description The object, span or segment of the answer: its index from 0, or its id */
                object?: number | string;
                /** @description Pixels of the upright image */
                point?: {
                    x: number;
                    y: number;
                };
                /** @description Code points of the text */
                span?: {
                    end: number;
                    start: number;
                };
                /** @description Seconds of a recording */
                time?: number;
            } | null;
            project_id: string;
            resolved: boolean;
            resolved_at: string | null;
            resolved_by: string | null;
            text: string;
            /** @description The id of the first comment of the thread, which may be this one */
            thread_id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            updated_at: string;
        };
        /** CommentCreatedEvent */
        CommentCreatedEvent: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            data: {
                annotation_id: string | null;
                /** @description A member's id */
                author_id: string;
                batch_id: string;
                comment_id: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T03:00:00.000Z
                 */
                commented_at: string;
                item_id: string;
                project_id: string;
                /** @description The first comment of the thread, which may be this one */
                thread_id: string;
            };
            id: string;
            /** @enum {string} */
            type: "comment.created";
        };
        /** CommentResolvedEvent */
        CommentResolvedEvent: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            data: {
                annotation_id: string | null;
                batch_id: string;
                comment_id: string;
                item_id: string;
                project_id: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T03:00:00.000Z
                 */
                resolved_at: string;
                /** @description A member's id */
                resolved_by: string;
                /** @description The first comment of the thread, which may be this one */
                thread_id: string;
            };
            id: string;
            /** @enum {string} */
            type: "comment.resolved";
        };
        /** ConsensusPreview */
        ConsensusPreview: {
            annotators: number;
            answers: number;
            batch_id: string;
            /** @description Items whose label changes */
            changed: number;
            /** @description The first 100 by position */
            changes: {
                /** @description The label, or a list for types with several labels */
                from: string | string[];
                item_id: string;
                /** @description Share of the answers that support `to`; for several labels, the smallest of their shares */
                support: number;
                /** @description The label, or a list for types with several labels */
                to: string | string[];
            }[];
            items: number;
            /** @description Items whose label is gold, adjudicated or audited */
            known: number;
            labels: number;
            log_likelihoods: {
                /** @description Only in versions whose `model_version` is 1, instead of `hierarchical` */
                "dawid-skene"?: number;
                hierarchical?: number;
                "one-coin": number;
            } | null;
            /** @enum {unknown} */
            method: "majority" | "one-coin" | "dawid-skene" | "hierarchical";
            /**
             * @description Why this method: `gold` and `held_out` compare the likelihoods; `parts` decides spans by the parts of the text; `many_answers` only in versions whose `model_version` is 1
             * @enum {unknown}
             */
            reason: "asked" | "nothing_to_learn" | "many_answers" | "many_labels" | "gold" | "held_out" | "parts";
            /** @description The versions so far, the current one last; at most 100 */
            versions: components["schemas"]["ConsensusVersion"][];
        };
        /** ConsensusVersion */
        ConsensusVersion: {
            annotators: number;
            answers: number;
            /**
             * @description `auto` lets Assay choose; see docs/quality.md
             * @default auto
             * @enum {unknown}
             */
            asked: "auto" | "majority" | "one-coin" | "dawid-skene" | "hierarchical";
            /** @description Items whose label changes */
            changed: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            items: number;
            iterations: number;
            /** @description Items whose label is gold, adjudicated or audited */
            known: number;
            labels: number;
            log_likelihoods: {
                /** @description Only in versions whose `model_version` is 1, instead of `hierarchical` */
                "dawid-skene"?: number;
                hierarchical?: number;
                "one-coin": number;
            } | null;
            /** @enum {unknown} */
            method: "majority" | "one-coin" | "dawid-skene" | "hierarchical";
            /** @description Version of the code that computed it */
            model_version: number;
            /**
             * @description Why this method: `gold` and `held_out` compare the likelihoods; `parts` decides spans by the parts of the text; `many_answers` only in versions whose `model_version` is 1
             * @enum {unknown}
             */
            reason: "asked" | "nothing_to_learn" | "many_answers" | "many_labels" | "gold" | "held_out" | "parts";
            round: number;
            version: number;
        };
        /** CreateApiKey */
        CreateApiKey: {
            expires_at?: string | null;
            name: string;
            scopes?: ("account:read" | "account:write" | "members:read" | "members:write" | "projects:read" | "projects:write" | "batches:read" | "batches:write" | "uploads:read" | "uploads:write" | "annotations:read" | "annotations:write" | "datasets:read" | "webhooks:read" | "webhooks:write" | "events:read" | "keys:read" | "keys:write")[];
        };
        /** CreateBatch */
        CreateBatch: {
            file_ids?: string[];
            from?: components["schemas"]["Pool"];
            /** @description Your own data: up to 50 keys of 40 characters, with values of up to 500 */
            metadata?: {
                [key: string]: string;
            };
            name?: string;
            /** @enum {unknown} */
            priority?: "low" | "normal" | "high";
            project_id: string;
            /**
             * @description The order in which annotators get items of the same priority. random (default); uncertainty: the lowest score of a prediction first; disagreement: those first whose predictions differ most. Items without what is compared come last; those that somebody has begun come first. A job puts them in order again when predictions arrive
             * @enum {unknown}
             */
            queue_order?: "random" | "uncertainty" | "disagreement";
            upload_ids?: string[];
        };
        /** CreateComment */
        CreateComment: {
            /** @description The answer that the comment is about */
            annotation_id?: string;
            /** @description The member that an API key acts for: a member id or an external id. Default: the key's own member */
            annotator?: string;
            item_id: string;
            /** @description The items to change; an item must match all of these */
            place?: {
                /** @description The object, span or segment of the answer: its index from 0, or its id */
                object?: number | string;
                /** @description Pixels of the upright image */
                point?: {
                    x: number;
                    y: number;
                };
                /** @description Code points of the text */
                span?: {
                    end: number;
                    start: number;
                };
                /** @description Seconds of a recording */
                time?: number;
            };
            /** @description Any comment of the thread */
            reply_to?: string;
            text: string;
        };
        /** CreateDataset */
        CreateDataset: {
            /** @description Unique in the account */
            name: string;
            /** @description An item must match all of these */
            query: {
                /** @description Default: every batch of the project */
                batch_ids?: string[];
                /** @description An item has at least one of them */
                labels?: string[];
                /** @description Your own data: up to 50 keys of 40 characters, with values of up to 500 */
                metadata?: {
                    [key: string]: string;
                };
                project_id: string;
                /** @description In the text or conversation, or in the name of a file that is one item */
                q?: string;
                /** @description The states of the batches; default: certified */
                statuses?: ("created" | "processing" | "completed" | "certified" | "failed")[];
            };
            /** @description Each share is its number divided by the sum of the three; default: 80, 10, 10 */
            splits?: {
                /** @description Default: the project's id */
                seed?: string;
                test?: number;
                train?: number;
                validation?: number;
            };
        };
        /**
         * CreateExport
         * @description Send exactly one of `batch_id` and `project_id`
         */
        CreateExport: {
            batch_id?: string;
            /** @description A zip with dataset.jsonl, a manifest and more */
            bundle?: boolean;
            /** @description See GET /v1/export-formats; default: the project's */
            format?: string;
            /**
             * @description all_answers adds every annotator's answer to dataset.jsonl
             * @enum {unknown}
             */
            include?: "accepted" | "all_answers";
            /** @description A zip with the media files too */
            media?: boolean;
            /** @description All batches of the project */
            project_id?: string;
        };
        /** CreateMember */
        CreateMember: {
            email?: string | null;
            external_id?: string | null;
            /** @description Names that you choose; a project with groups gives tasks only to their members */
            groups?: string[];
            /**
             * @description model: an agent, say. It never audits or adjudicates, its answers are marked, and the certificate counts them. A model stays one
             * @enum {unknown}
             */
            kind?: "person" | "model";
            /** @description Whether a member of the kind model gets tasks; false until an owner sets it */
            may_annotate?: boolean;
            name: string;
            project_ids?: string[] | null;
            /** @enum {unknown} */
            role?: "owner" | "manager" | "reviewer" | "annotator" | "viewer";
        };
        /** CreateModel */
        CreateModel: {
            /** @description The annotation types whose results the model gives */
            annotation_types: ("image_classification" | "multilabel_classification" | "object_detection" | "polygon" | "semantic_segmentation" | "keypoint" | "text_classification" | "named_entity_recognition" | "transcription" | "audio_segmentation" | "text_generation" | "ranking" | "rating")[];
            /** @description Items in a request; default 16. Of openai: 1 */
            batch_size?: number;
            /** @description Requests of one run that wait for an answer at once; default 2 */
            concurrency?: number;
            /**
             * @description pushed: you send its predictions to `POST /v1/batches/{id}/predictions`. http: Assay asks the server at `url`. openai: Assay asks a language model by OpenAI's protocol for chats, which many servers speak
             * @enum {unknown}
             */
            kind: "pushed" | "http" | "openai";
            /** @description Name and version are those of the model's predictions; an account has each pair once */
            name: string;
            price?: components["schemas"]["ModelPrice"] | null;
            prompt?: components["schemas"]["ModelPrompt"] | null;
            /** @description Of http: `whsec_` and 24 to 64 bytes in base64, with which Assay signs its requests as webhooks; default: Assay creates one. Of openai: the API key, of visible ASCII characters; absent if the server needs none. Stored encrypted */
            secret?: string;
            /** @description How long Assay waits for an answer, or for all samples of one, in milliseconds; default 30,000 */
            timeout_ms?: number;
            /**
             * @description Of http and openai: absolute, https (http only to networks that the operator allows), without user name and fragment. Of openai: up to `/chat/completions`
             * @example https://models.acme.test/predict
             */
            url?: string;
            /** @description Another version is another model */
            version: string;
        };
        /** CreateProject */
        CreateProject: {
            /** @description See GET /v1/annotation-types */
            annotation_type: string;
            assist_model_id?: string | null;
            description?: string | null;
            /** @description See GET /v1/export-formats */
            export_format?: string;
            fields?: {
                /** @description The question as shown to annotators. */
                description?: string;
                /** @description Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`. */
                max?: number;
                /** @description For `rating`: what the greatest number means. */
                max_label?: string;
                /** @description Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights. */
                min?: number;
                /** @description For `rating`: what the least number means. */
                min_label?: string;
                /** @description The key of the answer in `fields`; unique among its siblings. */
                name: string;
                /** @description For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages. */
                options?: string[];
                /**
                 * @description What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`.
                 * @enum {unknown}
                 */
                per?: "item" | "object" | "response" | "message";
                /** @description Whether annotators must answer it when it is shown. */
                required?: boolean;
                /** @description Only per message: asked of messages with these roles; absent asks of all. */
                roles?: string[];
                /**
                 * @description The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap).
                 * @enum {unknown}
                 */
                type: "choice" | "multi_choice" | "rating" | "text" | "number" | "highlight";
                /** @description Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there. */
                when?: {
                    equals: string | number;
                    field: string;
                };
            }[];
            /** @description Only members of these groups may work on the project; empty: all members */
            groups?: string[];
            instructions?: string | null;
            labels?: {
                /** @description Questions about each object with this label. */
                attributes?: {
                    /** @description The question as shown to annotators. */
                    description?: string;
                    /** @description Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`. */
                    max?: number;
                    /** @description For `rating`: what the greatest number means. */
                    max_label?: string;
                    /** @description Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights. */
                    min?: number;
                    /** @description For `rating`: what the least number means. */
                    min_label?: string;
                    /** @description The key of the answer in `fields`; unique among its siblings. */
                    name: string;
                    /** @description For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages. */
                    options?: string[];
                    /**
                     * @description What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`.
                     * @enum {unknown}
                     */
                    per?: "item" | "object" | "response" | "message";
                    /** @description Whether annotators must answer it when it is shown. */
                    required?: boolean;
                    /** @description Only per message: asked of messages with these roles; absent asks of all. */
                    roles?: string[];
                    /**
                     * @description The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap).
                     * @enum {unknown}
                     */
                    type: "choice" | "multi_choice" | "rating" | "text" | "number" | "highlight";
                    /** @description Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there. */
                    when?: {
                        equals: string | number;
                        field: string;
                    };
                }[];
                /** @description As `#rrggbb`; null: the workbench chooses. */
                color?: string | null;
                /** @description The key that picks the label, unless another label or the editor of the annotation type uses it; null: the workbench chooses. */
                hotkey?: string | null;
                /** @description Never changes, even when the label is renamed. Default: `label_<n>`. */
                id?: string;
                /** @description The name of the label in results; unique. */
                name: string;
                /** @description The id or name of the parent label; responses show the id. */
                parent?: string | null;
                /** @description Makes the label a relation type, for relations between two spans instead of spans; for `named_entity_recognition` only. */
                relation?: {
                    /** @description The ids or names of the labels that the first span can have; empty: each. Responses show ids. */
                    source?: string[];
                    /** @description The ids or names of the labels that the second span can have; empty: each. Responses show ids. */
                    target?: string[];
                };
                /** @description True: existing answers keep the label, new answers cannot use it. */
                retired?: boolean;
            }[];
            /** @description Your own data: up to 50 keys of 40 characters, with values of up to 500 */
            metadata?: {
                [key: string]: string;
            };
            name?: string;
            qualification?: {
                /** @description Attempts before an annotator fails */
                attempts: number;
                /** @description Items with a known answer in each attempt */
                items: number;
                /** @description The least share of right answers of an attempt, judged once all its items are answered */
                pass_mark: number;
            } | null;
            /** @description none, basic, standard, premium or elite */
            quality_level?: string;
            quality_policy?: {
                /**
                 * @description verify: auditors see the delivered label; blind: they answer without seeing it
                 * @enum {unknown}
                 */
                audit_mode?: "verify" | "blind";
                /**
                 * @description thrifty (default): fewest audits; a round fails at the fifth wrong label. forgiving: more audits and a higher chance to pass; a round fails at the seventh
                 * @enum {unknown}
                 */
                audit_plan?: "thrifty" | "forgiving";
                /** @description Lets a model label the items whose score is above a threshold, once every item has its prediction. People answer a random sample of items blind; the threshold is the lowest that shows, by this sample, that at most max_wrong of the labels above it are wrong. The audit judges all labels together afterwards */
                auto_accept?: {
                    /** @description Items, drawn at random, that people answer without seeing the model's label; default: 600 */
                    check?: number;
                    /** @description Default: 0.95 */
                    confidence?: number;
                    /** @description The greatest share of wrong labels among those that the model makes; default: 0.05 */
                    max_wrong?: number;
                    model: string;
                    version?: string;
                };
                /**
                 * @description The public part of the random sample, added once the labels are fixed. log (default): the root hash of the log; nonce: a text that you send to POST /v1/batches/{id}/challenge, without which no audit begins; beacon: the next round of a public beacon, if the installation has one (ASSAY_BEACON_URL)
                 * @enum {unknown}
                 */
                challenge?: "log" | "nonce" | "beacon";
                /**
                 * @description What to deliver if the two middle values of an even number of ordinal ratings differ. tie (default): the item gets one more answer, then an adjudicator; lower: the lower of the two is delivered
                 * @enum {unknown}
                 */
                even_median?: "tie" | "lower";
                /**
                 * @description agreement is allowed only for the level basic
                 * @enum {unknown}
                 */
                evidence?: "audit" | "agreement";
                /** @description True, for training: shows annotators the right answer right after each gold item */
                feedback?: boolean;
                /** @description Pauses an annotator whose share of right gold answers is below this, judged by the upper end of its exact 95 % interval; default: nobody is paused */
                gold_floor?: number;
                /** @description Share of claims that get an item with a known answer while there are any; default 0.1 */
                gold_share?: number;
                /** @description Fails a batch if the audit shows that annotators found a label in less than this share of the items that have it */
                label_floor?: number;
                /** @description Share of excluded items above which a batch fails */
                max_excluded_share?: number;
                /** @description Fails a batch if more than this share of its answers is from annotators who guess, as gold shows */
                max_spam_share?: number;
                /** @description Share of the answers that must support a label */
                min_support?: number;
                /** @description Answers per item before its label is decided */
                overlap?: number;
                /** @description Share of the items, drawn at random, that get all answers of the overlap; the others get one */
                overlap_share?: number;
                /** @description Which predictions tasks show; default: all. With show_predictions: false they show none */
                predictions?: {
                    /** @description Tasks show no predictions with a lower score, nor any without a score */
                    min_score?: number;
                    /** @description Tasks show this model's predictions alone */
                    model?: string;
                    /**
                     * @description first (default): tasks show predictions from the start; never: tasks show none; after_first_answer: the first annotator of an item answers without them, the others see them
                     * @enum {unknown}
                     */
                    show?: "never" | "first" | "after_first_answer";
                    /** @description Tasks show predictions of this version alone */
                    version?: string;
                    /** @description Share of the items, drawn at random, whose tasks never show predictions: GET /v1/batches/{id}/models compares both parts and says whether annotators miss the model's errors. Default: 0.1, and 0 where nothing is audited */
                    withhold?: number;
                };
                /** @description True: a level above basic needs signed-in people as auditors and as annotators of the audited items; names given by API keys do not count */
                require_persons?: boolean;
                /** @description Fields that count like the label: a tie in one counts as a tie of the item, and audits and gold judge them too */
                scored_fields?: string[];
                /** @description False: tasks show no predictions, so that answers do not follow a model; default true */
                show_predictions?: boolean;
                /**
                 * @description Metadata keys whose values get a score of their own, at most 5. The 20 most frequent values of a key are judged one by one, the others together
                 * @example [
                 *       "language",
                 *       {
                 *         "key": "site",
                 *         "min_score": 80
                 *       }
                 *     ]
                 */
                slices?: (string | {
                    key: string;
                    /** @description Every value's labels must reach this score: the audit checks as many as that needs, and the batch fails if one does not */
                    min_score?: number;
                })[];
                /** @description True: a delivered label must match the audit in full */
                strict?: boolean;
                /** @description Thresholds for an acceptable delivered label, instead of the type's own */
                tolerance?: {
                    /** @description Most steps between two ratings that count as the same; at most a quarter of the steps of the shortest scale */
                    max_steps?: number;
                    /** @description Highest word error rate, relative to the audited transcript */
                    max_wer?: number;
                    /** @description Lowest F1 of delivered against audited objects or spans */
                    min_f1?: number;
                    /** @description Lowest IoU or OKS at which two objects count as the same; for masks the lowest mean IoU */
                    min_iou?: number;
                };
            };
            type_options?: {
                [key: string]: unknown;
            };
        };
        /** CreateSource */
        CreateSource: {
            config: components["schemas"]["CreateSourceConfig"];
            credentials?: components["schemas"]["SourceCredentials"];
            /** @enum {unknown} */
            kind: "s3" | "folder" | "http_manifest" | "huggingface";
            /** @description Your own data: up to 50 keys of 40 characters, with values of up to 500 */
            metadata?: {
                [key: string]: string;
            };
            /**
             * @description `copy`: the bytes of new objects are stored here. `reference`: images and recordings stay in the bucket, and only key, size and ETag are stored
             * @enum {unknown}
             */
            mode?: "copy" | "reference";
            name?: string;
        };
        /**
         * CreateSourceConfig
         * @description `s3` needs `bucket` and takes `prefix`, `region`, `endpoint` and `path_style`; `folder` needs `path`, `http_manifest` `url`; `huggingface` needs `url` and takes `endpoint`
         */
        CreateSourceConfig: {
            /**
             * @description Of `s3`: 3 to 63 lower-case letters, digits, dots and hyphens
             * @example acme-photos
             */
            bucket?: string;
            /**
             * @description Origin of a store that speaks S3, or of a Hub, https (http only to networks that the operator allows); default: AWS, or huggingface.co
             * @example https://storage.googleapis.com
             */
            endpoint?: string;
            /**
             * @description Of `folder`: an absolute path on the service's machine, below one that the operator allows
             * @example /srv/scans
             */
            path?: string;
            /** @description Whether the bucket is named in the path instead of the host */
            path_style?: boolean;
            /** @description Only objects whose keys begin with it; default: all */
            prefix?: string;
            /** @description Default: `us-east-1` */
            region?: string;
            /**
             * @description Of `http_manifest`: a list of URLs, as text, JSON lines or CSV. Of `huggingface`: `hf://datasets/OWNER/NAME@REVISION/FOLDER`; the revision is a branch, tag or commit, by default `main`
             * @example https://acme.test/photos.csv
             */
            url?: string;
        };
        /** CreateUpload */
        CreateUpload: {
            /** @description Only with `size_bytes` */
            content_type?: string;
            filename?: string;
            /** @description At most 10 MiB in total after decoding */
            files?: {
                /** @description The content of any file, in base64 (RFC 4648, section 4) */
                content_base64?: string;
                content_type?: string;
                filename: string;
                /** @description Of the item that the file becomes: an image, a recording or a text. Lists and archives are refused with it. At most 1 MiB of JSON */
                item?: {
                    external_id?: string;
                    group?: string;
                    /** @description Any JSON values of up to 50 keys */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    priority?: number;
                };
                /** @description Compared with the received bytes */
                sha256?: string;
                /** @description The content of a text file; for other files send `content_base64` */
                text?: string;
            }[];
            /** @description Of the item that the file becomes: an image, a recording or a text. Lists and archives are refused with it. At most 1 MiB of JSON */
            item?: {
                external_id?: string;
                group?: string;
                /** @description Any JSON values of up to 50 keys */
                metadata?: {
                    [key: string]: unknown;
                };
                priority?: number;
            };
            /** @description Your own data: up to 50 keys of 40 characters, with values of up to 500 */
            metadata?: {
                [key: string]: string;
            };
            /** @description Must be a project of the account; any project can use the upload */
            project_id?: string;
            /** @description Compared with the received bytes */
            sha256?: string;
            /** @description Size of the file `filename`, whose bytes you then send to `upload_url` */
            size_bytes?: number;
            /** @example https://data.acme.test/street/0001.jpg */
            url?: string;
            urls?: string[];
        };
        /** CreateWebhook */
        CreateWebhook: {
            description?: string | null;
            /**
             * @description Null: all types, including those added later
             * @example [
             *       "batch.certified",
             *       "batch.failed"
             *     ]
             */
            events?: ("batch.created" | "batch.processing" | "batch.completed" | "batch.certified" | "batch.failed" | "project.updated" | "comment.created" | "comment.resolved" | "annotator.qualified")[] | null;
            /** @description Your own data: up to 50 keys of 40 characters, with values of up to 500 */
            metadata?: {
                [key: string]: string;
            };
            /** @description `whsec_` and 24 to 64 bytes in base64; default: Assay creates one */
            secret?: string;
            /**
             * @description Absolute, https (http only to networks that the operator allows), without user name and fragment
             * @example https://hooks.acme.test/assay
             */
            url: string;
        };
        /** Dataset */
        Dataset: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            id: string;
            /** @description 0 before the first */
            last_version: number;
            name: string;
            project_id: string;
            query: {
                /** @description Default: every batch of the project */
                batch_ids?: string[];
                /** @description An item has at least one of them */
                labels?: string[];
                metadata?: {
                    [key: string]: string;
                };
                project_id: string;
                /** @description In the text or conversation, or in the name of a file that is one item */
                q?: string;
                statuses: ("created" | "processing" | "completed" | "certified" | "failed")[];
            };
            splits: {
                seed: string;
                test: number;
                train: number;
                validation: number;
            };
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            updated_at: string;
        };
        /** DatasetBatch */
        DatasetBatch: {
            batch_id: string;
            certificate_id: string | null;
            /** @description Its items in the version */
            items: number;
            revision: number | null;
            sha256: string | null;
            /** @description The batch's status in the snapshot */
            status: string;
        };
        /** DatasetDifference */
        DatasetDifference: {
            after: {
                fields: {
                    [key: string]: unknown;
                } | null;
                group: string | null;
                metadata: {
                    [key: string]: unknown;
                };
                result: unknown;
                split: string | null;
            } | null;
            batch_id: string;
            before: {
                fields: {
                    [key: string]: unknown;
                } | null;
                group: string | null;
                metadata: {
                    [key: string]: unknown;
                };
                result: unknown;
                split: string | null;
            } | null;
            /** @enum {unknown} */
            change: "added" | "removed" | "changed";
            external_id: string | null;
            /** @description The item */
            id: string;
        };
        /** DatasetImport */
        DatasetImport: {
            batch_id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            dry_run: boolean;
            error: {
                code: string;
                message: string;
            } | null;
            finished_at: string | null;
            format: string;
            /**
             * @description annotations: the answers of people. predictions: the prediction of each item, or else its last answer. gold: known answers
             * @enum {unknown}
             */
            kind: "annotations" | "predictions" | "gold";
            /** @description Answers read so far; they are stored all at once at the end, or none */
            lines: number;
            result: components["schemas"]["Imported"] | null;
            /** @enum {unknown} */
            status: "running" | "finished" | "failed";
            upload_id: string;
        };
        /** DatasetVersion */
        DatasetVersion: {
            certification: {
                batch_id: string;
                certificate_id: string | null;
                /** @enum {unknown} */
                status: "created" | "processing" | "completed" | "certified" | "failed";
            } | null;
            certified: boolean | null;
            counts: {
                batches: number;
                items: number;
                test: number;
                train: number;
                validation: number;
            } | null;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            dataset_id: string;
            error: string | null;
            push: {
                commit: string | null;
                ended_at: string | null;
                endpoint: string | null;
                error: string | null;
                files: number | null;
                /** @description Those that the Hub has */
                files_sent: number;
                media: boolean;
                /**
                 * Format: date-time
                 * @example 2026-11-21T03:00:00.000Z
                 */
                requested_at: string;
                /** @enum {unknown} */
                status: "pushing" | "pushed" | "failed";
                url: string;
            } | null;
            query: {
                /** @description Default: every batch of the project */
                batch_ids?: string[];
                /** @description An item has at least one of them */
                labels?: string[];
                metadata?: {
                    [key: string]: string;
                };
                project_id: string;
                /** @description In the text or conversation, or in the name of a file that is one item */
                q?: string;
                statuses: ("created" | "processing" | "completed" | "certified" | "failed")[];
            };
            sha256: string | null;
            size_bytes: number | null;
            snapshot_at: string | null;
            splits: {
                seed: string;
                test: number;
                train: number;
                validation: number;
            };
            /**
             * @description erased: it had items of a batch that was deleted since, and cannot be downloaded
             * @enum {unknown}
             */
            status: "processing" | "ready" | "failed" | "erased";
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            updated_at: string;
            version: number;
        };
        /** Delivery */
        Delivery: {
            attempt_count: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            delivered_at: string | null;
            event_id: string;
            event_type: string;
            /** @example dlv_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            last_attempt: {
                error_code: string | null;
                status_code: number | null;
            } | null;
            next_attempt_at: string | null;
            /** @enum {unknown} */
            status: "pending" | "delivered" | "failed" | "skipped" | "canceled";
            /** @enum {unknown} */
            trigger: "event" | "replay" | "test";
            webhook_id: string;
        };
        /** DeliveryAttempt */
        DeliveryAttempt: {
            /** @description 0 for the first delivery, 1 for the first retry */
            attempt: number;
            duration_ms: number;
            error_code: string | null;
            /** @example att_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            response_body: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            started_at: string;
            status_code: number | null;
        };
        /** DeliveryWithAttempts */
        DeliveryWithAttempts: {
            attempt_count: number;
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            delivered_at: string | null;
            event_id: string;
            event_type: string;
            /** @example dlv_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            last_attempt: {
                error_code: string | null;
                status_code: number | null;
            } | null;
            next_attempt_at: string | null;
            /** @enum {unknown} */
            status: "pending" | "delivered" | "failed" | "skipped" | "canceled";
            /** @enum {unknown} */
            trigger: "event" | "replay" | "test";
            webhook_id: string;
        };
        /** Digest */
        Digest: {
            email: string | null;
            /**
             * @description daily: at most one mail a day, and none if nothing is new
             * @enum {unknown}
             */
            frequency: "none" | "daily";
            time_zone: string | null;
        };
        /** DownloadBuilding */
        DownloadBuilding: {
            message: string;
            /** @enum {string} */
            status: "building";
        };
        /** DownloadLink */
        DownloadLink: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            expires_at: string;
            /** @description Needs no key */
            url: string;
        };
        /**
         * Draw
         * @description Items are drawn in the order of HMAC-SHA-256(seed, nonce followed by the item's id)
         */
        Draw: {
            challenge: {
                beacon: {
                    /** @description The hash of the chain, in hexadecimal */
                    chain: string;
                    round: number;
                    /** @description In hexadecimal; its SHA-256 is the nonce */
                    signature: string;
                } | null;
                nonce: string;
                /**
                 * @description nonce: sent by you; beacon: a round of a public beacon; log: the root hash of the log
                 * @enum {unknown}
                 */
                source: "nonce" | "beacon" | "log";
            } | null;
            items: number | null;
            log: {
                challenged_at: number | null;
                /** @description Position of the entry in /log */
                committed_at: number;
                fixed_at: number | null;
            };
            root: string | null;
            round: number;
            seed: string | null;
            /** @description SHA-256 in hexadecimal */
            seed_sha256: string;
        };
        /** DrawList */
        DrawList: {
            data: components["schemas"]["Draw"][];
        };
        /** Drift */
        Drift: {
            before: components["schemas"]["DriftWindow"];
            /** @description p is at most 0.05 */
            has_dropped: boolean;
            /** @enum {unknown} */
            measure: "gold" | "consensus";
            p: number | null;
            recent: components["schemas"]["DriftWindow"];
        };
        /**
         * DriftWindow
         * @description Right answers with the exact 95 % interval of their share: of the last seven days (`recent`), or `before`
         */
        DriftWindow: {
            compared: number;
            high: number;
            low: number;
            right: number;
        };
        /**
         * Error
         * @description What was wrong and how to fix it
         */
        Error: {
            /**
             * @description The error code; docs/api.md lists them
             * @example invalid_request
             */
            error: string;
            /** @example Missing required field: annotation_type */
            message: string;
        };
        /** Export */
        Export: {
            batch_id: string | null;
            batch_status: string | null;
            bundle: boolean;
            /** @description Always false: only a batch's own download is certified */
            certified: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            download_url: string | null;
            error: string | null;
            filename: string | null;
            format: string;
            id: string;
            /**
             * @description all_answers adds every annotator's answer to dataset.jsonl
             * @enum {unknown}
             */
            include: "accepted" | "all_answers";
            item_count: number | null;
            media: boolean;
            media_type: string | null;
            project_id: string;
            sha256: string | null;
            size_bytes: number | null;
            snapshot_at: string | null;
            /** @enum {unknown} */
            status: "processing" | "ready" | "failed";
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            updated_at: string;
        };
        /** File */
        File: {
            content_type: string;
            /** @description Address of the bytes, valid for up to an hour without a key */
            content_url: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            duration: number | null;
            filename: string;
            height: number | null;
            /** @example file_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            line_count: number | null;
            sha256: string | null;
            size_bytes: number;
            /** @enum {unknown} */
            status: "ready" | "failed";
            upload_id: string;
            width: number | null;
        };
        /**
         * ForecastFinish
         * @description When the answers will have been given, with an 80 % interval; null with fewer than five days of work
         */
        ForecastFinish: {
            high: string | null;
            low: string | null;
            median: string | null;
        };
        /**
         * Guidelines
         * @description Read the guidelines of a task
         */
        Guidelines: {
            annotation_type: string;
            fields: {
                /** @description The question as shown to annotators. */
                description?: string;
                /** @description Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`. */
                max?: number;
                /** @description For `rating`: what the greatest number means. */
                max_label?: string;
                /** @description Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights. */
                min?: number;
                /** @description For `rating`: what the least number means. */
                min_label?: string;
                /** @description The key of the answer in `fields`; unique among its siblings. */
                name: string;
                /** @description For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages. */
                options?: string[];
                /**
                 * @description What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`.
                 * @enum {unknown}
                 */
                per?: "item" | "object" | "response" | "message";
                /** @description Whether annotators must answer it when it is shown. */
                required?: boolean;
                /** @description Only per message: asked of messages with these roles; absent asks of all. */
                roles?: string[];
                /**
                 * @description The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap).
                 * @enum {unknown}
                 */
                type: "choice" | "multi_choice" | "rating" | "text" | "number" | "highlight";
                /** @description Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there. */
                when?: {
                    equals: string | number;
                    field: string;
                };
            }[];
            guideline_version: number;
            /** @description Whether the project has a model that may be asked for objects: `POST /v1/tasks/{id}/assist` */
            has_assist: boolean;
            /** @description Of the project */
            id: string;
            instructions: string | null;
            /** @description Whether the task's member has confirmed this version, or a later one, as read */
            is_confirmed: boolean;
            labels: {
                attributes: {
                    /** @description The question as shown to annotators. */
                    description?: string;
                    /** @description Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`. */
                    max?: number;
                    /** @description For `rating`: what the greatest number means. */
                    max_label?: string;
                    /** @description Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights. */
                    min?: number;
                    /** @description For `rating`: what the least number means. */
                    min_label?: string;
                    /** @description The key of the answer in `fields`; unique among its siblings. */
                    name: string;
                    /** @description For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages. */
                    options?: string[];
                    /**
                     * @description What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`.
                     * @enum {unknown}
                     */
                    per?: "item" | "object" | "response" | "message";
                    /** @description Whether annotators must answer it when it is shown. */
                    required?: boolean;
                    /** @description Only per message: asked of messages with these roles; absent asks of all. */
                    roles?: string[];
                    /**
                     * @description The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap).
                     * @enum {unknown}
                     */
                    type: "choice" | "multi_choice" | "rating" | "text" | "number" | "highlight";
                    /** @description Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there. */
                    when?: {
                        equals: string | number;
                        field: string;
                    };
                }[];
                color: string | null;
                hotkey: string | null;
                /** @description Never changes, even when the label is renamed. Default: `label_<n>`. */
                id: string;
                /** @description The name of the label in results; unique. */
                name: string;
                /** @description The id of the parent label. */
                parent: string | null;
                /** @description Absent: the label is none of relations. */
                relation?: {
                    source: string[];
                    target: string[];
                };
                retired: boolean;
            }[];
            name: string;
            type_options: {
                [key: string]: unknown;
            };
        };
        /** HandBack */
        HandBack: {
            /** @description The member that you act for: a member id or an external id. Default: the member of your key */
            annotator?: string;
        };
        /** ImportAnswers */
        ImportAnswers: {
            annotations: components["schemas"]["ImportedAnswer"][];
        };
        /** ImportDataset */
        ImportDataset: {
            /** @description The batch that has the images, recordings or texts */
            batch_id: string;
            /** @description True: cut boxes that lie a little outside the image at its edges */
            clip?: boolean;
            /** @description True: check the dataset but store nothing */
            dry_run?: boolean;
            /**
             * @description yolo, huggingface and pascal_voc: an archive (zip, tar, tar.gz) of the folder, with its images or without
             * @enum {unknown}
             */
            format: "coco" | "pascal_voc" | "cvat_xml" | "label_studio" | "datumaro" | "doccano" | "argilla" | "labelbox" | "jsonl" | "csv" | "parquet" | "yolo" | "huggingface";
            /**
             * @description annotations: the answers of people. predictions: the prediction of each item, or else its last answer. gold: known answers
             * @enum {unknown}
             */
            kind: "annotations" | "predictions" | "gold";
            /**
             * @description skip: leave out lines whose item already has such an answer; see the imports of lines
             * @enum {string}
             */
            on_conflict?: "skip";
            /**
             * @description fail (default): one fault refuses the import. skip: leaves out faulty answers and names them
             * @enum {unknown}
             */
            on_error?: "fail" | "skip";
        };
        /** Imported */
        Imported: {
            /** @description With `clip=true`: imported lines whose boxes were cut at the edges */
            clipped?: number;
            /**
             * @description With `on_error=skip`: the first 1,000 faults, by line
             * @example [
             *       "line 17: result.label must be one of yes, no"
             *     ]
             */
            faults?: string[];
            /** @description Lines stored: all, or none in a dry run */
            imported: number;
            /** @description For answers: items that got their label, or would in a real run */
            items_accepted?: number;
            /** @description With `on_error=skip`: faulty lines left out */
            refused?: number;
            /** @description With `on_conflict=skip`: lines left out */
            skipped?: number;
            /** @description In a dry run: lines that would have been stored */
            would_import?: number;
        };
        /** ImportedAnswer */
        ImportedAnswer: {
            /** @description The time that the annotator took, in milliseconds */
            active_ms?: number;
            /** @description The annotator: a member id or an external id. Default: the member of your key */
            annotator?: string;
            /**
             * Format: date-time
             * @description When the annotator answered, if it was elsewhere; not in the future
             */
            answered_at?: string;
            external_id?: string;
            fields?: {
                [key: string]: unknown;
            };
            /** @description The name of a file that is one item, as it was uploaded; a file of an archive has its path there */
            filename?: string;
            /** @description This, external_id or filename */
            item_id?: string;
            /** @description The answer, a result of the project's annotation type */
            result: {
                [key: string]: unknown;
            };
        };
        /** ImportedGold */
        ImportedGold: {
            external_id?: string;
            fields?: {
                [key: string]: unknown;
            };
            /** @description The name of a file that is one item, as it was uploaded; a file of an archive has its path there */
            filename?: string;
            /** @description This, external_id or filename */
            item_id?: string;
            /** @description The answer, a result of the project's annotation type */
            result: {
                [key: string]: unknown;
            };
        };
        /** ImportedPrediction */
        ImportedPrediction: {
            external_id?: string;
            fields?: {
                [key: string]: unknown;
            };
            /** @description The name of a file that is one item, as it was uploaded; a file of an archive has its path there */
            filename?: string;
            /** @description This, external_id or filename */
            item_id?: string;
            /**
             * @description The probability of labels, by name, for types whose result is one label; those left out share what is missing to 1. More label errors are found by them than by score alone
             * @example {
             *       "cat": 0.72,
             *       "dog": 0.25
             *     }
             */
            label_scores?: {
                [key: string]: number;
            };
            model: string;
            prompt_version?: string;
            /** @description The answer, a result of the project's annotation type */
            result: {
                [key: string]: unknown;
            };
            score?: number | null;
            usage?: {
                /** @description In the currency of the project's prices */
                cost?: number;
                input_tokens?: number;
                /** @description Time in milliseconds */
                ms?: number;
                output_tokens?: number;
            };
            /** @description An embedding of the item's content, by which labels that differ from those of similar items are found. Stored as 32-bit floats */
            vector?: number[];
            /** @description The model's version; an item has one prediction of each version */
            version?: string;
        };
        /** ImportGold */
        ImportGold: {
            gold: components["schemas"]["ImportedGold"][];
        };
        /** ImportMembers */
        ImportMembers: {
            /** @description A header and one line per member, at most 1,000. Columns: name, and any of email, role, external_id, project_ids and groups (separate several values of these two with ;) */
            csv: string;
        };
        /** ImportPredictions */
        ImportPredictions: {
            predictions: components["schemas"]["ImportedPrediction"][];
        };
        /** Invitation */
        Invitation: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            expires_at: string;
            url: string | null;
        };
        /** Item */
        Item: {
            answer_count: number;
            batch_id: string;
            /** @description Address of the file, valid for an hour without a key */
            content_url: string;
            /** @description messages and responses of a conversation; null for others */
            conversation: unknown;
            excluded_reason: string | null;
            external_id: string | null;
            fields: {
                [key: string]: unknown;
            } | null;
            file: {
                content_type: string;
                duration: number | null;
                filename: string;
                height: number | null;
                id: string;
                width: number | null;
            };
            group: string | null;
            id: string;
            label: {
                [key: string]: unknown;
            } | null;
            line: number | null;
            metadata: {
                [key: string]: unknown;
            };
            model: {
                name: string;
                score: number | null;
                version: string | null;
            } | null;
            origin: ("consensus" | "adjudication" | "model" | "correction" | "import" | "gold") | null;
            overlap_required: number;
            /** @description Position in the batch, from 1 */
            position: number;
            predictions: {
                fields: {
                    [key: string]: unknown;
                } | null;
                model: string;
                prompt_version: string | null;
                /** @description A result of the project's annotation type */
                result: {
                    [key: string]: unknown;
                };
                score: number | null;
                usage: {
                    /** @description In the currency of the project's prices */
                    cost?: number;
                    input_tokens?: number;
                    /** @description Time in milliseconds */
                    ms?: number;
                    output_tokens?: number;
                } | null;
                version: string | null;
            }[];
            priority: number;
            project_id: string;
            round: number;
            skip_count: number;
            /** @enum {unknown} */
            status: "open" | "accepted" | "excluded";
            support: number | null;
            suspicion: components["schemas"]["ItemSuspicion"] | null;
            text: string | null;
        };
        /** ItemAnnotations */
        ItemAnnotations: {
            /** @description What the audits among the answers found, oldest first */
            audits: {
                acceptable: boolean | null;
                /** @description The auditor's answer */
                annotation_id: string;
                delivered: {
                    [key: string]: unknown;
                } | null;
                reason: string | null;
            }[];
            consensus: {
                fields: {
                    [key: string]: unknown;
                } | null;
                label: {
                    [key: string]: unknown;
                } | null;
                model: {
                    name: string;
                    score: number | null;
                    version: string | null;
                } | null;
                origin: ("consensus" | "adjudication" | "model" | "correction" | "import" | "gold") | null;
                support: number | null;
            } | null;
            /** @description Every answer, oldest first; those with superseded_at no longer count */
            data: components["schemas"]["Annotation"][];
            item_id: string;
            round: number;
            /** @enum {unknown} */
            status: "open" | "accepted" | "excluded";
        };
        /**
         * ItemOutline
         * @description What a conversation holds; null for other items, and for conversations that a version without outlines stored
         */
        ItemOutline: {
            /** @description How many messages the conversation has */
            steps: number;
            /** @description How many different tools it calls */
            tool_count: number;
            /** @description The first five tools that it calls, of whose names the first 60 characters are given */
            tools: string[];
        };
        /** ItemSummary */
        ItemSummary: {
            answer_count: number;
            batch_id: string;
            /** @description Address of the file, valid for an hour without a key */
            content_url: string;
            excerpt: string | null;
            excluded_reason: string | null;
            external_id: string | null;
            fields: {
                [key: string]: unknown;
            } | null;
            file: {
                content_type: string;
                duration: number | null;
                filename: string;
                height: number | null;
                id: string;
                width: number | null;
            };
            group: string | null;
            id: string;
            label: {
                [key: string]: unknown;
            } | null;
            line: number | null;
            metadata: {
                [key: string]: unknown;
            };
            model: {
                name: string;
                score: number | null;
                version: string | null;
            } | null;
            origin: ("consensus" | "adjudication" | "model" | "correction" | "import" | "gold") | null;
            outline: components["schemas"]["ItemOutline"] | null;
            overlap_required: number;
            /** @description Position in the batch, from 1 */
            position: number;
            priority: number;
            project_id: string;
            round: number;
            skip_count: number;
            /** @enum {unknown} */
            status: "open" | "accepted" | "excluded";
            support: number | null;
            suspicion: components["schemas"]["ItemSuspicion"] | null;
        };
        /**
         * ItemSuspicion
         * @description How likely the label is wrong, and its reasons from 0 to 1: people's answers differ, models give another label, and items with a near vector have another label; null without that evidence. Only for API keys, owners, managers and reviewers, and only of accepted items
         */
        ItemSuspicion: {
            answers: number | null;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            computed_at: string;
            models: number | null;
            neighbors: number | null;
            /** @description The models that give other labels, and which, up to ten of each; empty where a result is more than labels, such as boxes */
            predicted: {
                labels: string[];
                model: string;
                version: string | null;
            }[];
            /** @description 0 to 1, for an order of review; not a probability */
            score: number;
        };
        /** LabelChange */
        LabelChange: {
            batch_id: string;
            certificate_id: string;
            /** @description A line of dataset.jsonl, without answers */
            item: {
                [key: string]: unknown;
            };
            revision: number;
        };
        /**
         * LastDatasetImport
         * @description `last` is null if the upload was never imported
         */
        LastDatasetImport: {
            last: components["schemas"]["DatasetImport"] | null;
        };
        /** Limits */
        Limits: {
            annotations_request_bytes: number;
            api_keys: number;
            batch_items: number;
            batch_runs: number;
            dataset_batches: number;
            dataset_versions: number;
            datasets: number;
            inline_upload_bytes: number;
            json_body_bytes: number;
            member_rates: number;
            metadata_key_characters: number;
            metadata_keys: number;
            metadata_value_characters: number;
            model_prompts: number;
            models: number;
            name_characters: number;
            page_size: number;
            pool_files: number;
            resumable_upload_bytes: number;
            run_errors: number;
            source_object_bytes: number;
            sources: number;
            storage_bytes: number | null;
            streams: number;
            upload_request_bytes: number;
            upload_request_files: number;
            upload_url_bytes: number;
            upload_urls: number;
            url_fetch_bytes: number;
            url_fetch_seconds: number;
            webhooks: number;
        };
        /** ListedComment */
        ListedComment: {
            annotation_id: string | null;
            author: {
                id: string;
                name: string;
            };
            batch_id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            /** @example cmt_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            /** @description What names the item, also for people who may not read items */
            item: {
                external_id: string | null;
                file: {
                    filename: string;
                };
                line: number | null;
            };
            item_id: string;
            place: {
                /** @description The object, span or segment of the answer: its index from 0, or its id */
                object?: number | string;
                /** @description Pixels of the upright image */
                point?: {
                    x: number;
                    y: number;
                };
                /** @description Code points of the text */
                span?: {
                    end: number;
                    start: number;
                };
                /** @description Seconds of a recording */
                time?: number;
            } | null;
            project_id: string;
            resolved: boolean;
            resolved_at: string | null;
            resolved_by: string | null;
            text: string;
            /** @description The id of the first comment of the thread, which may be this one */
            thread_id: string;
            /** @description Whether somebody else wrote it and the signed-in person has not marked it as read; false for API keys */
            unread: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            updated_at: string;
        };
        /** LoggedChange */
        LoggedChange: {
            /**
             * @description The operation, by its operationId in openapi.json
             * @example createWebhook
             */
            action: string;
            /** @description The API key or the person; a deleted member shows its pseudonym */
            actor: {
                id: string;
                name: string;
                /** @enum {unknown} */
                type: "key" | "member";
            };
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            id: string;
            rate: {
                after: components["schemas"]["LoggedRate"] | null;
                before: components["schemas"]["LoggedRate"] | null;
                /** Format: date */
                starts_on: string;
            } | null;
            /** @description The X-Request-Id of the request's answer */
            request_id: string;
            resource: {
                id: string;
                name: string | null;
                /** @enum {unknown} */
                type: "account" | "key" | "member" | "person" | "credential" | "session" | "project" | "upload" | "source" | "file" | "batch" | "certificate" | "item" | "task" | "annotation" | "export" | "dataset" | "webhook" | "event" | "delivery" | "attempt" | "prediction" | "model" | "run" | "model_request" | "notification" | "job" | "pause" | "change" | "comment" | "request";
            };
        };
        /** LoggedRate */
        LoggedRate: {
            /** @example 15.50 */
            amount: string;
            currency: string;
            /** @enum {unknown} */
            unit: "hour" | "answer" | "accepted_answer";
        };
        /**
         * LogProof
         * @description The proof that the transparency log has the certificate
         */
        LogProof: {
            /** @description A signed note (c2sp.org/tlog-checkpoint) */
            checkpoint: string;
            /** @description The entry, a line of JSON: its digest is the SHA-256 of the certificate's payload */
            entry: string;
            /** @description The position of the entry in /log */
            index: number;
            /** @description The log's verifier key (c2sp.org/signed-note) */
            key: string;
            /** @description The inclusion proof (RFC 6962) in base64, from the leaf to the root */
            proof: string[];
        };
        /** MarkCommentsRead */
        MarkCommentsRead: {
            comment_ids: string[];
        };
        /** MarkedCommentsRead */
        MarkedCommentsRead: {
            /** @description How many of them were unread */
            count: number;
        };
        /** Member */
        Member: {
            active: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            deactivated_at: string | null;
            email: string | null;
            external_id: string | null;
            groups: string[];
            /** @example mem_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            invited_until: string | null;
            /**
             * @description model: an agent, say. It never audits or adjudicates, its answers are marked, and the certificate counts them. A model stays one
             * @enum {unknown}
             */
            kind: "person" | "model";
            last_active_at: string | null;
            /** @description Whether a member of the kind model gets tasks; false until an owner sets it */
            may_annotate: boolean;
            name: string;
            /** @description Projects in which the member gets no tasks until an owner or manager resumes them */
            paused: {
                /** @description Answers to items with a known answer */
                gold_answered: number;
                /** @description The share of right answers that the policy requires */
                gold_floor: number;
                /** @description How many of those were right */
                gold_right: number;
                /**
                 * Format: date-time
                 * @example 2026-11-21T03:00:00.000Z
                 */
                paused_at: string;
                project_id: string;
            }[];
            project_ids: string[] | null;
            /** @description How far the member is in projects that train their annotators; absent ones have not begun */
            qualifications: components["schemas"]["QualificationState"][];
            /** @enum {unknown} */
            role: "owner" | "manager" | "reviewer" | "annotator" | "viewer";
            /**
             * @description none: no valid link; invited: the link is not used yet; ready: the person can sign in
             * @enum {unknown}
             */
            sign_in: "none" | "invited" | "ready";
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            updated_at: string;
        };
        /**
         * ModelPrice
         * @description What the model charges, added up; in the currency of your prices. A `cost` in the model's `usage` counts instead
         */
        ModelPrice: {
            /** @description For 1,000 items */
            per_1000_items?: number;
            /** @description For a million `input_tokens` in `usage` */
            per_million_input_tokens?: number;
            /** @description For a million `output_tokens` in `usage` */
            per_million_output_tokens?: number;
        };
        /**
         * ModelPrompt
         * @description Of openai: what the model is told besides the guideline, its labels and fields. Each change is a `prompt_version`
         * @example {
         *       "model": "gpt-5-mini",
         *       "instructions": "Judge the product, not the delivery.",
         *       "examples": [
         *         {
         *           "text": "Broke on day two.",
         *           "result": {
         *             "label": "negative"
         *           }
         *         }
         *       ],
         *       "samples": 5
         *     }
         */
        ModelPrompt: {
            /** @description Worked examples. Do not take known answers or audited items: the model would be judged by what it was told */
            examples?: {
                fields?: {
                    [key: string]: unknown;
                };
                /** @description The right answer, as the model gives it: spans have `quote`, `occurrence` and `label` instead of offsets */
                result: unknown;
                /** @description What the item says */
                text: string;
            }[];
            /** @description Told after guideline, labels and fields */
            instructions?: string;
            /** @description What the server calls the model; default: `name` */
            model?: string;
            /** @description Of the request, such as `max_completion_tokens`; null leaves out what the server refuses, such as `logprobs` or `temperature`. `messages`, `stream` and `n` are Assay's */
            parameters?: {
                [key: string]: unknown;
            };
            /** @description Answers per item. 1 (default): the score is the probability of the answer's tokens, if the server tells it. More: the answer that most samples gave, and their share is the score */
            samples?: number;
        };
        /** ModelPromptVersion */
        ModelPromptVersion: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            prompt: components["schemas"]["ModelPrompt"] | null;
            version: string;
        };
        /** ModelPromptVersions */
        ModelPromptVersions: {
            data: components["schemas"]["ModelPromptVersion"][];
        };
        /** ModelReply */
        ModelReply: {
            predictions: unknown[];
        };
        /** ModelReport */
        ModelReport: {
            anchoring: {
                difference: {
                    high: number;
                    low: number;
                    share: number;
                } | null;
                sentence: string;
                shown: {
                    count: number;
                    high: number;
                    items: number;
                    /** @description Lower end of the exact 95 % interval */
                    low: number;
                    share: number | null;
                };
                withheld: {
                    count: number;
                    high: number;
                    items: number;
                    /** @description Lower end of the exact 95 % interval */
                    low: number;
                    share: number | null;
                };
            } | null;
            batch_id: string;
            /** @description Of the labels to which the models are compared */
            guideline_version: number;
            /** @description The most accurate first; those with most predictions, 20 at most */
            models: {
                /** @description Share of the sample where its result is acceptable beside the delivered one, by the rules of audits */
                accuracy: {
                    count: number;
                    high: number;
                    items: number;
                    /** @description Lower end of the exact 95 % interval */
                    low: number;
                    share: number | null;
                };
                calibration: {
                    bins: {
                        accuracy: {
                            count: number;
                            high: number;
                            items: number;
                            /** @description Lower end of the exact 95 % interval */
                            low: number;
                            share: number | null;
                        };
                        mean_score: number;
                    }[];
                    /** @description Expected calibration error, 0 to 1 */
                    error: number;
                } | null;
                /** @description The most frequent pairs, 400 at most */
                confusion: {
                    delivered: string;
                    items: number;
                    predicted: string;
                }[];
                /** @description The most frequent labels, 200 at most */
                labels: {
                    label: string;
                    sensitivity: {
                        count: number;
                        high: number;
                        items: number;
                        /** @description Lower end of the exact 95 % interval */
                        low: number;
                        share: number | null;
                    };
                    specificity: {
                        count: number;
                        high: number;
                        items: number;
                        /** @description Lower end of the exact 95 % interval */
                        low: number;
                        share: number | null;
                    };
                }[];
                model: string;
                /** @description Items of the batch that it predicted */
                predictions: number;
                /** @description Of its predictions in the batch, ten at most */
                prompt_versions: string[];
                /** @description Models whose ranges overlap cannot be told apart */
                rank: {
                    best: number;
                    worst: number;
                };
                /** @description The most frequent labels, 200 at most. Empty where results are not one label, for a version of a dataset, and for more than 10,000 different labels */
                shares: {
                    high: number;
                    label: string;
                    low: number;
                    /** @description Share of its predictions in the whole batch */
                    predicted: number;
                    /** @description The same, corrected by its errors in the sample */
                    share: number;
                }[];
                /** @description Intervals hold together with 95 % */
                slices: {
                    accuracy: {
                        count: number;
                        high: number;
                        items: number;
                        /** @description Lower end of the exact 95 % interval */
                        low: number;
                        share: number | null;
                    };
                    key: string;
                    /** @description How many values `value` null stands for; 0: no value */
                    other_values: number;
                    /** @description Holm-adjusted; at most 0.05: the slice differs from the rest */
                    p: number;
                    value: string | null;
                }[];
                version: string | null;
            }[];
            pairs: {
                /** @description By Holm's procedure over all pairs; at most 0.05 tells them apart */
                adjusted_p: number;
                first: {
                    model: string;
                    version: string | null;
                };
                /** @description Sampled items that both predicted */
                items: number;
                /** @description Only the first is right */
                only_first: number;
                /** @description Only the second is right */
                only_second: number;
                /** @description McNemar's exact test */
                p: number;
                second: {
                    model: string;
                    version: string | null;
                };
            }[];
            /** @description Items by which the models are judged: audited ones of judged rounds and check items of an auto-accept. Both were drawn at random */
            sample: {
                audited: number;
                checked: number;
                items: number;
            };
        };
        /** ModelRun */
        ModelRun: {
            batch_id: string;
            /** @description Of all answers so far, by `usage` and the model's `price` */
            cost: number;
            /** @description Items to ask for when the run was created; at most those among the first 50,000 items if `filter` is given */
            count: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            /** @description Items without a valid result; a new run asks for them again */
            errors: number;
            finished_at: string | null;
            /** @example run_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            max_cost: number | null;
            model: {
                name: string;
                version: string;
            };
            model_id: string;
            /** @description Items that got a prediction */
            predicted: number;
            reason: string | null;
            /**
             * @description stopped: at `max_cost`. failed: the model did not answer several requests in a row. Both go on once you change the status to running
             * @enum {unknown}
             */
            status: "running" | "paused" | "stopped" | "failed" | "canceled" | "finished";
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            updated_at: string;
        };
        /** ModelRunError */
        ModelRunError: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            /** @description What names the item, also for people who may not read items */
            item: {
                external_id: string | null;
                file: {
                    filename: string;
                };
                line: number | null;
            };
            item_id: string;
            reason: string;
        };
        /** Money */
        Money: {
            /**
             * @description A decimal with the places of the currency
             * @example 123.45
             */
            amount: string;
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
        };
        /** NewApiKey */
        NewApiKey: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            expires_at: string | null;
            /** @example key_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            /** @description The key; only this response shows it */
            key: string;
            last_used_at: string | null;
            /**
             * @description The last four characters
             * @example aehB
             */
            last4: string;
            name: string;
            /**
             * @description The key's first 14 characters
             * @example assay_live_k3J
             */
            prefix: string;
            revoked_at: string | null;
            scopes: string[];
        };
        /**
         * NewMember
         * @description The member, with an invitation if it has an e-mail address
         */
        NewMember: {
            active: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            deactivated_at: string | null;
            email: string | null;
            external_id: string | null;
            groups: string[];
            /** @example mem_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            invitation: components["schemas"]["Invitation"] | null;
            invited_until: string | null;
            /**
             * @description model: an agent, say. It never audits or adjudicates, its answers are marked, and the certificate counts them. A model stays one
             * @enum {unknown}
             */
            kind: "person" | "model";
            last_active_at: string | null;
            /** @description Whether a member of the kind model gets tasks; false until an owner sets it */
            may_annotate: boolean;
            name: string;
            /** @description Projects in which the member gets no tasks until an owner or manager resumes them */
            paused: {
                /** @description Answers to items with a known answer */
                gold_answered: number;
                /** @description The share of right answers that the policy requires */
                gold_floor: number;
                /** @description How many of those were right */
                gold_right: number;
                /**
                 * Format: date-time
                 * @example 2026-11-21T03:00:00.000Z
                 */
                paused_at: string;
                project_id: string;
            }[];
            project_ids: string[] | null;
            /** @description How far the member is in projects that train their annotators; absent ones have not begun */
            qualifications: components["schemas"]["QualificationState"][];
            /** @enum {unknown} */
            role: "owner" | "manager" | "reviewer" | "annotator" | "viewer";
            /**
             * @description none: no valid link; invited: the link is not used yet; ready: the person can sign in
             * @enum {unknown}
             */
            sign_in: "none" | "invited" | "ready";
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            updated_at: string;
        };
        /** NewModel */
        NewModel: {
            annotation_types: string[];
            batch_size: number;
            concurrency: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            /** @example model_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            /**
             * @description pushed: you send its predictions to `POST /v1/batches/{id}/predictions`. http: Assay asks the server at `url`. openai: Assay asks a language model by OpenAI's protocol for chats, which many servers speak
             * @enum {unknown}
             */
            kind: "pushed" | "http" | "openai";
            last_error: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T03:00:00.000Z
                 */
                at: string;
                reason: string;
            } | null;
            last_success_at: string | null;
            name: string;
            price: components["schemas"]["ModelPrice"] | null;
            prompt: components["schemas"]["ModelPrompt"] | null;
            prompt_version: string | null;
            secret: string | null;
            secret_hint: string | null;
            timeout_ms: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            updated_at: string;
            url: string | null;
            version: string;
        };
        /** NewWebhook */
        NewWebhook: {
            /** @description Whether the webhook also gets types that are added later */
            all_events: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            description: string | null;
            disabled_at: string | null;
            disabled_reason: ("delivery_failures" | "manual") | null;
            enabled: boolean;
            events: ("batch.created" | "batch.processing" | "batch.completed" | "batch.certified" | "batch.failed" | "project.updated" | "comment.created" | "comment.resolved" | "annotator.qualified")[];
            /** @description How many of the newest deliveries failed one after another, without tests; counted up to 100 */
            failed_in_a_row: number;
            /** @example wh_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            metadata: {
                [key: string]: unknown;
            };
            previous_secret_expires_at: string | null;
            /** @description Only in this response */
            secret: string;
            /** @example …RlcyE= */
            secret_hint: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            updated_at: string;
            url: string;
        };
        /** Notification */
        Notification: {
            /** @description Plain text */
            body: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            /** @example note_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            recipient: string | null;
            sent_at: string | null;
            subject: string;
        };
        /** OwnDay */
        OwnDay: {
            /** @description As clients reported it; per answer at most the time from lease to submit */
            active_minutes: number;
            answers: number;
            /** @description Answers that judge a label (audits) */
            audits: number;
            /** @example 2026-11-21 */
            day: string;
            /** @description Answers that got feedback, in batches whose `quality_policy.feedback` shows it */
            feedback_answers: number;
            /** @description Those that the feedback called right */
            feedback_right: number;
            /** @description Answers with an active time */
            timed: number;
        };
        /** OwnDays */
        OwnDays: {
            /** @description Only days (UTC) with answers, the oldest first */
            days: components["schemas"]["OwnDay"][];
            /**
             * Format: date-time
             * @description Answers given since then are counted: of 60 days, or fewer if there are more than 20,000
             * @example 2026-11-21T03:00:00.000Z
             */
            from: string;
            /** @description Whether the newest 20,000 answers did not reach back 60 days */
            is_limited: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            to: string;
        };
        /** OwnWork */
        OwnWork: {
            /** @description Answers to accepted items, without corrected ones and audits; of rounds that are over */
            accepted: number;
            /** @description What the work earned, by currency; empty without a rate */
            amounts: components["schemas"]["Money"][];
            /** @description Answers of all kinds, without imported and replaced ones */
            answers: number;
            /**
             * Format: date
             * @example 2026-11-01
             */
            from: string;
            /**
             * @description Active time as in the work report: a decimal with four places
             * @example 7.5000
             */
            hours: string;
            /**
             * Format: date
             * @description The day after the last one
             * @example 2026-11-01
             */
            to: string;
            /** @description Answers of rounds that are not over, of which nobody can say yet whether they are accepted */
            undecided: number;
        };
        /** PayReport */
        PayReport: {
            /** @description A line for each member and each rate that counted in the period */
            data: components["schemas"]["PayRow"][];
            /**
             * Format: date
             * @example 2026-11-01
             */
            from: string;
            /**
             * Format: date
             * @description The day after the last one
             * @example 2026-11-01
             */
            to: string;
            /** @description The sums of the lines, by currency */
            totals: components["schemas"]["Money"][];
        };
        /** PayRow */
        PayRow: {
            /** @description Answers to accepted items, without corrected ones and audits; of rounds that are over */
            accepted: number;
            amount: string | null;
            /** @description Answers of all kinds, without imported and replaced ones */
            answers: number;
            currency: string | null;
            /**
             * @description Active time as in the work report: a decimal with four places
             * @example 7.5000
             */
            hours: string;
            member_external_id: string | null;
            member_id: string;
            member_name: string;
            rate: string | null;
            starts_on: string | null;
            /** @description Answers of rounds that are not over, of which nobody can say yet whether they are accepted */
            undecided: number;
            unit: ("hour" | "answer" | "accepted_answer") | null;
        };
        /** Peaks */
        Peaks: {
            /** @enum {number} */
            bits: 8;
            /**
             * @description All channels in one
             * @enum {number}
             */
            channels: 1;
            /** @description A minimum and a maximum for each stretch */
            data: number[];
            /** @description The number of stretches, up to 8,192 */
            length: number;
            /** @description Samples per second; 0 if the sound cannot be decoded */
            sample_rate: number;
            /** @description Samples of a stretch */
            samples_per_pixel: number;
            /** @enum {number} */
            version: 2;
        };
        /**
         * PeaksBuilding
         * @description The peaks are being computed; see Retry-After
         */
        PeaksBuilding: {
            message: string;
            /** @enum {string} */
            status: "building";
        };
        /**
         * Pool
         * @description Files from which the batch is drawn: of a source, or of uploads
         */
        Pool: {
            filter?: components["schemas"]["PoolFilter"];
            /** @description Draws so many of the files, or all if there are fewer; a file of lines counts as one */
            sample?: number;
            /** @description The same seed draws the same of the same files. Default: the project's id */
            seed?: string;
            /** @description All uploads of a source, except failed ones */
            source_id?: string;
            /** @description Leaves out the files that a batch of the project has already */
            unused?: boolean;
            upload_ids?: string[];
        };
        /** PoolFilter */
        PoolFilter: {
            /** @enum {unknown} */
            medium?: "image" | "text" | "audio" | "lines";
            /** @description Only files whose names begin with it */
            prefix?: string;
        };
        /** PredictBatch */
        PredictBatch: {
            /** @description Which items, as the parameters of GET /v1/items; default: all. Items with a prediction of this model and version are left out */
            filter?: {
                external_ids?: string[];
                item_ids?: string[];
                metadata?: {
                    [key: string]: string;
                };
                q?: string;
                /** @enum {unknown} */
                state?: "open" | "accepted" | "excluded";
            };
            max_cost?: number | null;
            model_id: string;
        };
        /** Project */
        Project: {
            /** @description As it was sent: an alias stays an alias */
            annotation_type: string;
            assist_model_id: string | null;
            batch_count: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            description: string | null;
            export_format: string;
            fields: {
                /** @description The question as shown to annotators. */
                description?: string;
                /** @description Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`. */
                max?: number;
                /** @description For `rating`: what the greatest number means. */
                max_label?: string;
                /** @description Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights. */
                min?: number;
                /** @description For `rating`: what the least number means. */
                min_label?: string;
                /** @description The key of the answer in `fields`; unique among its siblings. */
                name: string;
                /** @description For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages. */
                options?: string[];
                /**
                 * @description What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`.
                 * @enum {unknown}
                 */
                per?: "item" | "object" | "response" | "message";
                /** @description Whether annotators must answer it when it is shown. */
                required?: boolean;
                /** @description Only per message: asked of messages with these roles; absent asks of all. */
                roles?: string[];
                /**
                 * @description The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap).
                 * @enum {unknown}
                 */
                type: "choice" | "multi_choice" | "rating" | "text" | "number" | "highlight";
                /** @description Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there. */
                when?: {
                    equals: string | number;
                    field: string;
                };
            }[];
            /** @description Only members of these groups may work on the project; empty: all members */
            groups: string[];
            guideline_version: number;
            id: string;
            instructions: string | null;
            labels: {
                attributes: {
                    /** @description The question as shown to annotators. */
                    description?: string;
                    /** @description Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`. */
                    max?: number;
                    /** @description For `rating`: what the greatest number means. */
                    max_label?: string;
                    /** @description Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights. */
                    min?: number;
                    /** @description For `rating`: what the least number means. */
                    min_label?: string;
                    /** @description The key of the answer in `fields`; unique among its siblings. */
                    name: string;
                    /** @description For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages. */
                    options?: string[];
                    /**
                     * @description What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`.
                     * @enum {unknown}
                     */
                    per?: "item" | "object" | "response" | "message";
                    /** @description Whether annotators must answer it when it is shown. */
                    required?: boolean;
                    /** @description Only per message: asked of messages with these roles; absent asks of all. */
                    roles?: string[];
                    /**
                     * @description The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap).
                     * @enum {unknown}
                     */
                    type: "choice" | "multi_choice" | "rating" | "text" | "number" | "highlight";
                    /** @description Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there. */
                    when?: {
                        equals: string | number;
                        field: string;
                    };
                }[];
                color: string | null;
                hotkey: string | null;
                /** @description Never changes, even when the label is renamed. Default: `label_<n>`. */
                id: string;
                /** @description The name of the label in results; unique. */
                name: string;
                /** @description The id of the parent label. */
                parent: string | null;
                /** @description Absent: the label is none of relations. */
                relation?: {
                    source: string[];
                    target: string[];
                };
                retired: boolean;
            }[];
            metadata: {
                [key: string]: unknown;
            };
            name: string;
            progress?: components["schemas"]["ProjectProgress"];
            qualification: {
                /** @description Attempts before an annotator fails */
                attempts: number;
                /** @description Items with a known answer in each attempt */
                items: number;
                /** @description The least share of right answers of an attempt, judged once all its items are answered */
                pass_mark: number;
            } | null;
            quality_level: string;
            quality_policy: {
                /**
                 * @description verify: auditors see the delivered label; blind: they answer without seeing it
                 * @enum {unknown}
                 */
                audit_mode?: "verify" | "blind";
                /**
                 * @description thrifty (default): fewest audits; a round fails at the fifth wrong label. forgiving: more audits and a higher chance to pass; a round fails at the seventh
                 * @enum {unknown}
                 */
                audit_plan?: "thrifty" | "forgiving";
                /** @description Lets a model label the items whose score is above a threshold, once every item has its prediction. People answer a random sample of items blind; the threshold is the lowest that shows, by this sample, that at most max_wrong of the labels above it are wrong. The audit judges all labels together afterwards */
                auto_accept?: {
                    /** @description Items, drawn at random, that people answer without seeing the model's label; default: 600 */
                    check?: number;
                    /** @description Default: 0.95 */
                    confidence?: number;
                    /** @description The greatest share of wrong labels among those that the model makes; default: 0.05 */
                    max_wrong?: number;
                    model: string;
                    version?: string;
                };
                /**
                 * @description The public part of the random sample, added once the labels are fixed. log (default): the root hash of the log; nonce: a text that you send to POST /v1/batches/{id}/challenge, without which no audit begins; beacon: the next round of a public beacon, if the installation has one (ASSAY_BEACON_URL)
                 * @enum {unknown}
                 */
                challenge?: "log" | "nonce" | "beacon";
                /**
                 * @description What to deliver if the two middle values of an even number of ordinal ratings differ. tie (default): the item gets one more answer, then an adjudicator; lower: the lower of the two is delivered
                 * @enum {unknown}
                 */
                even_median?: "tie" | "lower";
                /**
                 * @description agreement is allowed only for the level basic
                 * @enum {unknown}
                 */
                evidence?: "audit" | "agreement";
                /** @description True, for training: shows annotators the right answer right after each gold item */
                feedback?: boolean;
                /** @description Pauses an annotator whose share of right gold answers is below this, judged by the upper end of its exact 95 % interval; default: nobody is paused */
                gold_floor?: number;
                /** @description Share of claims that get an item with a known answer while there are any; default 0.1 */
                gold_share?: number;
                /** @description Fails a batch if the audit shows that annotators found a label in less than this share of the items that have it */
                label_floor?: number;
                /** @description Share of excluded items above which a batch fails */
                max_excluded_share?: number;
                /** @description Fails a batch if more than this share of its answers is from annotators who guess, as gold shows */
                max_spam_share?: number;
                /** @description Share of the answers that must support a label */
                min_support?: number;
                /** @description Answers per item before its label is decided */
                overlap?: number;
                /** @description Share of the items, drawn at random, that get all answers of the overlap; the others get one */
                overlap_share?: number;
                /** @description Which predictions tasks show; default: all. With show_predictions: false they show none */
                predictions?: {
                    /** @description Tasks show no predictions with a lower score, nor any without a score */
                    min_score?: number;
                    /** @description Tasks show this model's predictions alone */
                    model?: string;
                    /**
                     * @description first (default): tasks show predictions from the start; never: tasks show none; after_first_answer: the first annotator of an item answers without them, the others see them
                     * @enum {unknown}
                     */
                    show?: "never" | "first" | "after_first_answer";
                    /** @description Tasks show predictions of this version alone */
                    version?: string;
                    /** @description Share of the items, drawn at random, whose tasks never show predictions: GET /v1/batches/{id}/models compares both parts and says whether annotators miss the model's errors. Default: 0.1, and 0 where nothing is audited */
                    withhold?: number;
                };
                /** @description True: a level above basic needs signed-in people as auditors and as annotators of the audited items; names given by API keys do not count */
                require_persons?: boolean;
                /** @description Fields that count like the label: a tie in one counts as a tie of the item, and audits and gold judge them too */
                scored_fields?: string[];
                /** @description False: tasks show no predictions, so that answers do not follow a model; default true */
                show_predictions?: boolean;
                /**
                 * @description Metadata keys whose values get a score of their own, at most 5. The 20 most frequent values of a key are judged one by one, the others together
                 * @example [
                 *       "language",
                 *       {
                 *         "key": "site",
                 *         "min_score": 80
                 *       }
                 *     ]
                 */
                slices?: (string | {
                    key: string;
                    /** @description Every value's labels must reach this score: the audit checks as many as that needs, and the batch fails if one does not */
                    min_score?: number;
                })[];
                /** @description True: a delivered label must match the audit in full */
                strict?: boolean;
                /** @description Thresholds for an acceptable delivered label, instead of the type's own */
                tolerance?: {
                    /** @description Most steps between two ratings that count as the same; at most a quarter of the steps of the shortest scale */
                    max_steps?: number;
                    /** @description Highest word error rate, relative to the audited transcript */
                    max_wer?: number;
                    /** @description Lowest F1 of delivered against audited objects or spans */
                    min_f1?: number;
                    /** @description Lowest IoU or OKS at which two objects count as the same; for masks the lowest mean IoU */
                    min_iou?: number;
                };
            };
            /** @enum {unknown} */
            status: "active" | "paused" | "archived";
            type_options: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            updated_at: string;
        };
        /** ProjectConfusion */
        ProjectConfusion: {
            audit_confusion: {
                accepted: string;
                answer: string;
                count: number;
            }[] | null;
            /** @description The newest batches that are read, at most 50, of all of the project */
            batches: {
                of: number;
                read: number;
            };
            confusion: {
                accepted: string;
                answer: string;
                count: number;
            }[] | null;
            gold_confusion: {
                accepted: string;
                answer: string;
                count: number;
            }[] | null;
            pair_confusion: {
                accepted: string;
                answer: string;
                count: number;
            }[] | null;
            project_id: string;
            /** @description The items of these batches that are read, at random if there are more than 5,000 */
            sample: {
                items: number;
                of: number;
            };
        };
        /**
         * ProjectProgress
         * @description Only with `include=progress`; for If-Match use the ETag of the project without it
         */
        ProjectProgress: {
            /** @description Items with an accepted label */
            accepted: number;
            /** @description Items of certified batches that are not excluded */
            certified: number;
            excluded: number;
            failed_batches: number;
            /** @description Without the copies in batches that certify versions of datasets, as all counts of items here */
            items: number;
            /** @description Items with a known answer, which trainings need; counted to 100 */
            known_items: number;
            last_activity_at: string | null;
            /** @description Items that wait for an adjudicator */
            open_adjudications: number;
            /** @description Audits drawn that have no verdict yet */
            open_audits: number;
        };
        /** ProjectUpdatedEvent */
        ProjectUpdatedEvent: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            data: {
                changed_fields: string[];
                previous: {
                    [key: string]: unknown;
                };
                project: {
                    [key: string]: unknown;
                };
                project_id: string;
            };
            id: string;
            /** @enum {string} */
            type: "project.updated";
        };
        /** ProjectVersion */
        ProjectVersion: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            fields: {
                /** @description The question as shown to annotators. */
                description?: string;
                /** @description Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`. */
                max?: number;
                /** @description For `rating`: what the greatest number means. */
                max_label?: string;
                /** @description Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights. */
                min?: number;
                /** @description For `rating`: what the least number means. */
                min_label?: string;
                /** @description The key of the answer in `fields`; unique among its siblings. */
                name: string;
                /** @description For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages. */
                options?: string[];
                /**
                 * @description What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`.
                 * @enum {unknown}
                 */
                per?: "item" | "object" | "response" | "message";
                /** @description Whether annotators must answer it when it is shown. */
                required?: boolean;
                /** @description Only per message: asked of messages with these roles; absent asks of all. */
                roles?: string[];
                /**
                 * @description The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap).
                 * @enum {unknown}
                 */
                type: "choice" | "multi_choice" | "rating" | "text" | "number" | "highlight";
                /** @description Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there. */
                when?: {
                    equals: string | number;
                    field: string;
                };
            }[];
            instructions: string | null;
            labels: {
                attributes: {
                    /** @description The question as shown to annotators. */
                    description?: string;
                    /** @description Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`. */
                    max?: number;
                    /** @description For `rating`: what the greatest number means. */
                    max_label?: string;
                    /** @description Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights. */
                    min?: number;
                    /** @description For `rating`: what the least number means. */
                    min_label?: string;
                    /** @description The key of the answer in `fields`; unique among its siblings. */
                    name: string;
                    /** @description For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages. */
                    options?: string[];
                    /**
                     * @description What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`.
                     * @enum {unknown}
                     */
                    per?: "item" | "object" | "response" | "message";
                    /** @description Whether annotators must answer it when it is shown. */
                    required?: boolean;
                    /** @description Only per message: asked of messages with these roles; absent asks of all. */
                    roles?: string[];
                    /**
                     * @description The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap).
                     * @enum {unknown}
                     */
                    type: "choice" | "multi_choice" | "rating" | "text" | "number" | "highlight";
                    /** @description Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there. */
                    when?: {
                        equals: string | number;
                        field: string;
                    };
                }[];
                color: string | null;
                hotkey: string | null;
                /** @description Never changes, even when the label is renamed. Default: `label_<n>`. */
                id: string;
                /** @description The name of the label in results; unique. */
                name: string;
                /** @description The id of the parent label. */
                parent: string | null;
                /** @description Absent: the label is none of relations. */
                relation?: {
                    source: string[];
                    target: string[];
                };
                retired: boolean;
            }[];
            type_options: {
                [key: string]: unknown;
            };
            version: number;
        };
        /** PushVersion */
        PushVersion: {
            /**
             * @description Creates the repository if it does not exist; for the branch `main`
             * @enum {unknown}
             */
            create?: "private" | "public";
            /** @description Origin of another Hub than huggingface.co */
            endpoint?: string;
            /**
             * @description Pushes the media files too
             * @enum {unknown}
             */
            include?: "media";
            /**
             * @description The identifier of the Hub for a license, which the card states
             * @example cc-by-4.0
             */
            license?: string;
            /** @description A user access token that may write to the repository. Stored encrypted until the push has ended */
            token: string;
            /** @description `hf://datasets/OWNER/NAME@BRANCH`; the branch is by default `main`. It must exist, unless `create` is sent */
            url: string;
        };
        /** QualificationState */
        QualificationState: {
            answered: number;
            /** @description The number of the attempt */
            attempt: number;
            /** @description The attempts that the project allows */
            attempts: number;
            basis: ("training" | "earlier_work" | "manager") | null;
            decided_at: string | null;
            /** @description The items of this attempt */
            items: number;
            last: {
                items: number;
                right: number;
            } | null;
            project_id: string;
            right: number;
            /** @description The right answers with which it is passed */
            right_to_pass: number;
            /**
             * @description training: gets training items only; passed: gets real work; failed: gets nothing
             * @enum {unknown}
             */
            status: "training" | "passed" | "failed";
        };
        /** Quality */
        Quality: {
            agreement: {
                /** @description How many of those agree within the policy's tolerance */
                agreeing_pairs: number;
                alpha: number | null;
                alpha_high: number | null;
                alpha_low: number | null;
                /** @description Up to 100 pairs of the 50 annotators with the most answers, those with the most items in common first */
                annotator_pairs: {
                    agreeing_items: number;
                    alpha: number | null;
                    /** @description Items that both annotators answered */
                    items: number;
                    member_ids: string[];
                }[];
                /** @description Up to 1,000, the most frequent first */
                by_label: {
                    /** @description The chance that a second annotator gives the label that the first gave */
                    agreement: number;
                    alpha: number | null;
                    /** @description Answers with the label, on items with at least two */
                    answers: number;
                    label: string;
                }[];
                /** @description The coefficients are for types with one label, and null where all answers are the same */
                details: {
                    fleiss_kappa: number | null;
                    gwet_ac1: number | null;
                    raw: number | null;
                };
                /** @description False with fewer than 20 such items, where alpha is unreliable */
                has_enough_items: boolean;
                /** @description Items with at least two answers */
                items: number;
                /** @description Pairs of answers to the same item */
                pairs: number;
                unanimous_items: number;
            };
            /** @description Up to 1,000, those with the most answers first */
            annotators: {
                agreement_with_consensus: number | null;
                answers: number;
                audit_confusion: {
                    accepted: string;
                    answer: string;
                    count: number;
                }[] | null;
                audited: {
                    answered: number;
                    right: number;
                };
                /** @description Answers to items with an accepted label */
                compared: number;
                confusion: {
                    accepted: string;
                    answer: string;
                    count: number;
                }[] | null;
                /** @description Answers to items with a known answer, in all rounds, those that were right, and the exact 95 % interval of the share */
                gold: {
                    answered: number;
                    high: number;
                    low: number;
                    right: number;
                };
                gold_confusion: {
                    accepted: string;
                    answer: string;
                    count: number;
                }[] | null;
                median_seconds: number | null;
                member_id: string;
            }[];
            audit: {
                done: number;
                /** @description Number of the audited round in the batch, from 1 */
                look: number;
                /** @description The most audits that the round may need in total */
                most_required: number;
                /** @description Audits needed in total up to the next decision */
                required: number;
                /**
                 * @description The unit of these counts; a group is all items with the same `group`, or an item without one
                 * @enum {unknown}
                 */
                unit: "item" | "group";
                wrong_allowed: number | null;
            } | null;
            batch_id: string;
            certification_level: ("none" | "agreement" | "basic" | "standard" | "premium" | "elite") | null;
            confusion: {
                accepted: string;
                answer: string;
                count: number;
            }[] | null;
            /** @description Agreement on each current field of the project */
            fields: {
                alpha: number | null;
                alpha_high: number | null;
                alpha_low: number | null;
                /** @description Items, responses, messages, or objects that annotators have in common, at which at least two answered */
                answered: number;
                metric: ("nominal" | "ordinal" | "interval" | "masi" | "f1") | null;
                /** @description The key of the answer in `fields`; unique among its siblings. */
                name: string;
                /** @description Pairs of answers to those */
                pairs: number;
                /** @enum {unknown} */
                per: "item" | "object" | "response" | "message";
                raw: number | null;
                /**
                 * @description The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap).
                 * @enum {unknown}
                 */
                type: "choice" | "multi_choice" | "rating" | "text" | "number" | "highlight";
            }[];
            /** @description Up to 1,000, the most delivered first */
            labels: {
                /** @description Audits of results with the label in the current round; 0 while the audit is open */
                audited: number;
                /** @description Accepted results with the label */
                delivered: number;
                label: string;
                /** @description How many of those were not acceptable */
                wrong: number;
            }[];
            /** @description The audited rounds judged so far; a round with an open audit comes with its verdict */
            looks: {
                /** @description The highest chance of a wrong certificate allowed for this round */
                alpha: number;
                /** @description How the labels were judged; absent without audits and in looks of earlier versions */
                audits?: {
                    /** @description Judged by the tolerance of the policy instead of by the auditor: all in blind audits */
                    by_rule: number;
                    /** @description Accepted with a small change, which is delivered */
                    changed: number;
                    /** @description Audited labels, also where n counts groups */
                    labels: number;
                };
                /** @description The lower bound on the share of acceptable labels */
                bound: number;
                /**
                 * Format: date-time
                 * @example 2026-11-21T03:00:00.000Z
                 */
                certified_at?: string;
                /** @description How many of those audited were not acceptable */
                d: number;
                /**
                 * @description persons: signed-in people gave all audits and all answers to the audited items; declared: an API key named some of them; none: somebody audited their own work
                 * @enum {unknown}
                 */
                independence?: "persons" | "declared" | "none";
                /** @description False if an auditor audited an item that they had annotated */
                independent: boolean;
                /** @description Number of the audited round in the batch, from 1: determines `alpha` */
                look: number;
                /**
                 * @description The bound: of the sequential audit plan, of a fixed sample (batches audited before plans existed), or of agreement
                 * @enum {unknown}
                 */
                method: "sequential" | "hypergeometric" | "clopper_pearson";
                /** @enum {unknown} */
                mode: "verify" | "blind" | "agreement";
                /** @description How many of those were audited, up to the one that decided */
                n: number;
                /** @description Items that were not excluded */
                N: number;
                /**
                 * @description next_look: only in batches audited before sequential plans existed
                 * @enum {unknown}
                 */
                outcome: "certified" | "next_look" | "failed";
                point_estimate: number | null;
                /** @description How often second auditors agreed with the first, with an exact 95 % interval (null without pairs); they never count in n and d. Absent without audits and in looks of earlier versions */
                repeat_audits?: {
                    /** @description Pairs with the same verdict, right or wrong */
                    agreeing: number;
                    /** @description Audits that a second auditor repeated */
                    pairs: number;
                    share: number | null;
                    share_high: number | null;
                    share_low: number | null;
                };
                round: number;
                score: number;
                /** @description Audits at which the round certifies if none, one, two, … of them are wrong; with one wrong more than the last stage tolerates it fails */
                stages?: number[];
                /**
                 * @description What N, n and d count: items (default), or groups, which are right if all their items are
                 * @enum {unknown}
                 */
                unit?: "item" | "group";
            }[];
            /** @description The models that predicted items, by version; up to 20, those with the most predictions first */
            models: {
                agreement_with_consensus: number | null;
                /** @description The same beside the audits of the current round, also of labels that the model made; 0 while the audit is open */
                audited: {
                    answered: number;
                    right: number;
                };
                /** @description Those of items with an accepted label of people: not a model's, and no answer to it is by a model or by somebody who saw this prediction. Items of a check of an auto-accept count once it is over */
                compared: number;
                cost_per_prediction: number | null;
                cost_per_right_label: number | null;
                /** @description Predictions for items with a known answer, those that were right, and the exact 95 % interval of the share */
                gold: {
                    answered: number;
                    high: number;
                    low: number;
                    right: number;
                };
                model: string;
                /** @description In a random sample of up to 5,000 items */
                predictions: number;
                version: string | null;
            }[];
            /** @description What the next verdict still needs */
            needed: {
                /** @description Audits of the current stage that are still open */
                audits: number;
                /** @description Items without a label that are not excluded */
                items: number;
                /** @description Tasks that members have a lease on now */
                leased: number;
                leased_until: string | null;
                /** @example 12 items need a label. */
                message: string;
                rework: {
                    /** @description Items that lose their labels */
                    items: number;
                    /** @description Up to 5 of them */
                    member_ids: string[];
                    /** @description Active annotators who answered these items, and get them first, for a day */
                    members: number;
                    /** @description Of those, the ones whose label the audit found wrong; on the others annotators disagreed */
                    wrong: number;
                } | null;
            };
            /** @description The other batches that were audited, whatever their data, also deleted ones. Many failed ones may be attempts with changed data, which counts as other data */
            other_batches: {
                /** @description Those of all projects of the account */
                account: {
                    /** @description Deleted during an audit */
                    abandoned: number;
                    certified: number;
                    /** @description No audit of these batches passed */
                    failed: number;
                    /** @description Being audited */
                    open: number;
                };
                /** @description Those of the same project */
                project: {
                    /** @description Deleted during an audit */
                    abandoned: number;
                    certified: number;
                    /** @description No audit of these batches passed */
                    failed: number;
                    /** @description Being audited */
                    open: number;
                };
            };
            pair_confusion: {
                accepted: string;
                answer: string;
                count: number;
            }[] | null;
            quality_score: number | null;
            /** @enum {unknown} */
            required_level: "none" | "basic" | "standard" | "premium" | "elite";
            required_quality_score: number;
            round: number;
            /** @description The items, without excluded ones, from which agreement, delivered labels, annotators and confusion are computed: all, or in a large batch up to 20,000 at random (fewer if results are large) */
            sample: {
                items: number;
                of: number;
            };
            /** @description The batch's quality in words */
            sentence: string;
            /** @description The slices of the current round, or of the one that was judged last. All of them hold at the same time with the confidence of the round's look (Holm's procedure) */
            slices: {
                /** @description How many of the sample are audited */
                audited: number;
                d: number | null;
                /** @description True if the batch fails unless the slice is shown to reach `need` */
                is_floor: boolean;
                /** @description A metadata key of `quality_policy.slices` */
                key: string;
                /** @description How many of those are its sample, fixed before the first audit */
                n: number;
                /** @description Items (or groups) of the slice that are not excluded */
                N: number;
                /** @description The score to show: the `min_score` asked, else that of the batch */
                need: number;
                /** @description How many less frequent values are judged together here */
                other_values: number;
                /**
                 * @description open: audits are missing; shown: at least `need` of 100 labels are right; not_shown: too many were wrong to say so; too_few_audits: not even without a wrong label would these audits say so
                 * @enum {unknown}
                 */
                outcome: "open" | "shown" | "not_shown" | "too_few_audits";
                score: number | null;
                value: string | null;
            }[];
            /** @enum {unknown} */
            status: "created" | "processing" | "completed" | "certified" | "failed";
        };
        /** QualityLevel */
        QualityLevel: {
            alpha: number | null;
            /** @enum {unknown} */
            audit_mode: "verify" | "blind";
            chances: {
                /** @description Probability that the first round passes */
                chance: number;
                /** @description Share of the labels that are right */
                right: number;
            }[];
            /** @enum {unknown} */
            evidence: "none" | "audit" | "agreement";
            /** @enum {unknown} */
            level: "none" | "basic" | "standard" | "premium" | "elite";
            /** @description Answers per item */
            overlap: number;
            /** @description The lowest `quality_score` that earns the level */
            score: number;
            /** @example Premium (≥ 90), 500 labels: 39 audits if all are right; up to 99 if four are wrong. Of 100 such batches, 3 pass if 90 in 100 labels are right, 47 if 95 are, 96 if 98 are. */
            sentence: string;
            slices: {
                /** @description Audits that each slice needs */
                audits_each: number;
                /** @description The highest `min_score` of the policy */
                min_score: number;
                /** @description Audits that the slices need in all besides those of the first stage */
                more_audits: number;
                /** @description Slices that the price is for, all of the same size */
                slices: number;
            } | null;
            /** @description The stages of the first round: it certifies at the first that has no more wrong audits than allowed, and fails with one wrong audit more than the last allows. Empty if nobody audits */
            stages: {
                minutes: number | null;
                /** @description Audits in total */
                required: number;
                /** @description Wrong audits in total with which the stage certifies */
                wrong_allowed: number;
            }[];
        };
        /** Rate */
        Rate: {
            /** @example 15.50 */
            amount: string;
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            member_id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            set_at: string;
            /** @description The member or key that set it */
            set_by: string;
            /**
             * Format: date
             * @description A day (UTC)
             * @example 2026-11-01
             */
            starts_on: string;
            /**
             * @description hour: of active time; answer: each answer, audits and gold too; accepted_answer: each answer that counts as accepted once its round is over
             * @enum {unknown}
             */
            unit: "hour" | "answer" | "accepted_answer";
        };
        /** Rates */
        Rates: {
            data: components["schemas"]["Rate"][];
        };
        /** RecomputeConsensus */
        RecomputeConsensus: {
            /**
             * @description `auto` lets Assay choose; see docs/quality.md
             * @default auto
             * @enum {unknown}
             */
            method: "auto" | "majority" | "one-coin" | "dawid-skene" | "hierarchical";
        };
        /** RegisteredModel */
        RegisteredModel: {
            annotation_types: string[];
            batch_size: number;
            concurrency: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            /** @example model_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            /**
             * @description pushed: you send its predictions to `POST /v1/batches/{id}/predictions`. http: Assay asks the server at `url`. openai: Assay asks a language model by OpenAI's protocol for chats, which many servers speak
             * @enum {unknown}
             */
            kind: "pushed" | "http" | "openai";
            last_error: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T03:00:00.000Z
                 */
                at: string;
                reason: string;
            } | null;
            last_success_at: string | null;
            name: string;
            price: components["schemas"]["ModelPrice"] | null;
            prompt: components["schemas"]["ModelPrompt"] | null;
            prompt_version: string | null;
            secret_hint: string | null;
            timeout_ms: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            updated_at: string;
            url: string | null;
            version: string;
        };
        /** ReplayDeliveries */
        ReplayDeliveries: {
            /** @description Default: all types */
            event_types?: ("batch.created" | "batch.processing" | "batch.completed" | "batch.certified" | "batch.failed" | "project.updated" | "comment.created" | "comment.resolved" | "annotator.qualified")[];
            /**
             * Format: date-time
             * @description Earliest `created_at`, inclusive
             */
            since: string;
            /** @description Default: failed and skipped */
            statuses?: ("failed" | "skipped" | "delivered")[];
            /**
             * Format: date-time
             * @description Exclusive, at most 30 days after `since`; default: now
             */
            until?: string;
        };
        /** Replayed */
        Replayed: {
            /** @description Whether there are more */
            has_more: boolean;
            /** @description At most 10,000, the oldest */
            replayed: number;
        };
        /** ResumeMember */
        ResumeMember: {
            /** @description The project in which to resume the member */
            project_id: string;
        };
        /** ReworkBatch */
        ReworkBatch: {
            /** @description Why the batch goes back. Shown to the earlier annotators of the returned items, and kept in `sent_back` */
            reason?: string;
        };
        /** RotateSecret */
        RotateSecret: {
            /** @description How long the old secret also signs in `webhook-signature`; default: a day; 0: ends it now */
            overlap_seconds?: number;
            /** @description `whsec_` and 24 to 64 bytes in base64; default: Assay creates one */
            secret?: string;
        };
        /** SaveDraft */
        SaveDraft: {
            /** @description The member that you act for: a member id or an external id. Default: the member of your key */
            annotator?: string;
            draft: unknown;
        };
        /** SetRate */
        SetRate: {
            /**
             * @description For one unit: a decimal with at most six places
             * @example 15.50
             */
            amount: string;
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            /**
             * @description hour: of active time; answer: each answer, audits and gold too; accepted_answer: each answer that counts as accepted once its round is over
             * @enum {unknown}
             */
            unit: "hour" | "answer" | "accepted_answer";
        };
        /** SkipTask */
        SkipTask: {
            /** @description The member that you act for: a member id or an external id. Default: the member of your key */
            annotator?: string;
            reason: string;
        };
        /**
         * SoundBuilding
         * @description The sound is being made; see Retry-After
         */
        SoundBuilding: {
            message: string;
            /** @enum {string} */
            status: "building";
        };
        /** Source */
        Source: {
            /** @description Those of them that were new */
            added: number;
            /** @description Those of the new ones whose key had other bytes before */
            changed: number;
            config: {
                bucket?: string;
                endpoint?: string | null;
                path?: string;
                path_style?: boolean;
                prefix?: string;
                region?: string | null;
                url?: string;
            };
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            credentials_hint: string | null;
            error: {
                code: string;
                message: string;
            } | null;
            /** @example src_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            /** @enum {unknown} */
            kind: "s3" | "folder" | "http_manifest" | "huggingface";
            metadata: {
                [key: string]: unknown;
            };
            /**
             * @description `copy`: the bytes of new objects are stored here. `reference`: images and recordings stay in the bucket, and only key, size and ETag are stored
             * @enum {unknown}
             */
            mode: "copy" | "reference";
            name: string;
            /** @description Objects that the running or last sync has listed */
            objects_seen: number;
            /** @description Listed objects that become no file: folders, empty and too large ones */
            skipped: number;
            /** @enum {unknown} */
            status: "idle" | "syncing" | "failed";
            synced_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            updated_at: string;
        };
        /** SourceCheck */
        SourceCheck: {
            checks: {
                message: string | null;
                ok: boolean;
                /**
                 * @example list
                 * @example read
                 */
                operation: string;
            }[];
            ok: boolean;
        };
        /**
         * SourceCredentials
         * @description `s3` needs `access_key_id` and `secret_access_key`, and takes `session_token`; `huggingface` needs `token` for a private or gated repository. Stored encrypted; no response contains them
         */
        SourceCredentials: {
            access_key_id?: string;
            secret_access_key?: string;
            session_token?: string;
            /** @description Of `huggingface`: a user access token */
            token?: string;
        };
        /**
         * StartAutoAccept
         * @description What is absent is as in the batch's `quality_policy.auto_accept`
         */
        StartAutoAccept: {
            /** @description Items, drawn at random, that people answer without seeing the model's label; default: 600 */
            check?: number;
            /** @description Default: 0.95 */
            confidence?: number;
            /** @description The greatest share of wrong labels among those that the model makes; default: 0.05 */
            max_wrong?: number;
            model?: string;
            version?: string;
        };
        /** SubmitTask */
        SubmitTask: {
            active_ms?: number;
            /** @description The member that you act for: a member id or an external id. Default: the member of your key */
            annotator?: string;
            /** @description Makes repeating the request safe */
            client_id?: string;
            fields?: {
                [key: string]: unknown;
            };
            /** @description For audits: what is wrong with the label. Shown to whoever answers the item again */
            reason?: string;
            /** @description The answer, a result of the project's annotation type. `image_classification`: `{"label":"cat"}`; `multilabel_classification`: `{"labels":["indoor","night"]}`; `object_detection`: `{"objects":[{"label":"car","bbox":{"x":12,"y":30.5,"width":80,"height":45}}]}`; `polygon`: `{"objects":[{"label":"car","points":[[12,30.5],[92,30.5],[92,75]]}]}`; `semantic_segmentation`: `{"objects":[{"label":"road","rle":{"size":[2,3],"counts":"2111"}}]}`; `keypoint`: `{"objects":[{"label":"person","points":{"left_eye":[12,30.5,2],"right_eye":[20,31,1]}}]}`; `text_classification`: `{"label":"cat"}`; `named_entity_recognition`: `{"spans":[{"start":0,"end":5,"label":"person"}]}`; `transcription`: `{"text":"Good morning, how can I help you?"}`; `audio_segmentation`: `{"segments":[{"start":0.4,"end":2.75,"label":"agent","text":"Good morning."}]}`; `text_generation`: `{"text":"Two dogs run."}`; `ranking`: `{"ranking":["b","a","c"],"ties":[["a","c"]]}`; `rating`: `{"ratings":{"helpfulness":4}}` */
            result: {
                [key: string]: unknown;
            };
            /**
             * @description For audits that show the delivered label: accepted if `result` equals it, accepted_with_change if it is right except for the small change in `result`, wrong otherwise. Default: what the tolerance of the policy says
             * @enum {unknown}
             */
            verdict?: "accepted" | "accepted_with_change" | "wrong";
        };
        /** SubmittedAnnotation */
        SubmittedAnnotation: {
            active_ms: number | null;
            answered_at: string | null;
            batch_id: string;
            client_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            /** @description Only with `feedback` in the policy and a known answer, and for training items: whether yours was right, and the known answer */
            feedback?: {
                fields: {
                    [key: string]: unknown;
                } | null;
                /** @description The known answer */
                result: {
                    [key: string]: unknown;
                };
                right: boolean;
                /**
                 * @description The wrong parts of your answer: `result`, or `fields.NAME` for each scored field
                 * @example [
                 *       "fields.tone"
                 *     ]
                 */
                wrong: string[];
            };
            fields: {
                [key: string]: unknown;
            } | null;
            guideline_version: number;
            id: string;
            item_id: string;
            /** @enum {unknown} */
            kind: "annotate" | "audit" | "adjudicate";
            member_id: string;
            prediction_shown: {
                /** @description How much the annotator changed it: 0 unchanged, 1 nothing in common; the mean over the result, by the type's distance, and the fields that the model answered */
                distance: number;
                model: string;
                score: number | null;
                version: string | null;
            } | null;
            response_order: string[] | null;
            /** @description The answer, a result of the project's annotation type */
            result: {
                [key: string]: unknown;
            };
            round: number;
            superseded_at: string | null;
            task_id: string | null;
            /** @description Only for training items: the state after this answer */
            training?: {
                answered: number;
                /** @description The number of the attempt */
                attempt: number;
                /** @description The attempts that the project allows */
                attempts: number;
                basis: ("training" | "earlier_work" | "manager") | null;
                decided_at: string | null;
                /** @description The items of this attempt */
                items: number;
                last: {
                    items: number;
                    right: number;
                } | null;
                project_id: string;
                right: number;
                /** @description The right answers with which it is passed */
                right_to_pass: number;
                /**
                 * @description training: gets training items only; passed: gets real work; failed: gets nothing
                 * @enum {unknown}
                 */
                status: "training" | "passed" | "failed";
            };
            /** @description Number of this member's answer to the item in the round, from 1 */
            version: number;
        };
        /** Task */
        Task: {
            batch_id: string;
            draft: unknown;
            guideline_version: number;
            id: string;
            /** @description Whether the answer counts for the training of the member only, and not for the batch */
            is_training: boolean;
            item: components["schemas"]["Item"];
            /** @enum {unknown} */
            kind: "annotate" | "audit" | "adjudicate";
            lease_expires_at: string | null;
            member_id: string | null;
            reason: string | null;
            /** @description ETag of the draft; send it as If-Match */
            revision: number;
            round: number;
            /** @description Of an adjudication: the reasons of the annotators who skipped the item in this round */
            skip_reasons?: string[];
            /** @enum {unknown} */
            status: "open" | "leased" | "submitted" | "skipped" | "released" | "expired" | "canceled";
            verdict?: {
                /**
                 * @description `open` while labels wait for an auditor, `judging` while the service computes the verdict
                 * @enum {unknown}
                 */
                outcome: "open" | "judging" | "certified" | "failed";
                required: number | null;
                /** @description The batch's quality in words */
                sentence: string;
            } | null;
        };
        /** TestWebhook */
        TestWebhook: {
            /** @enum {unknown} */
            type: "batch.created" | "batch.processing" | "batch.completed" | "batch.certified" | "batch.failed" | "project.updated" | "comment.created" | "comment.resolved" | "annotator.qualified";
        };
        /** TrainingWork */
        TrainingWork: {
            annotation_type: string;
            answered: number;
            /** @description The number of the attempt */
            attempt: number;
            /** @description The attempts that the project allows */
            attempts: number;
            basis: ("training" | "earlier_work" | "manager") | null;
            decided_at: string | null;
            /** @description Whether the project has fewer items with a known answer than an attempt needs */
            is_short: boolean;
            /** @description The items of this attempt */
            items: number;
            last: {
                items: number;
                right: number;
            } | null;
            project_id: string;
            project_name: string;
            right: number;
            /** @description The right answers with which it is passed */
            right_to_pass: number;
            /**
             * @description training: gets training items only; passed: gets real work; failed: gets nothing
             * @enum {unknown}
             */
            status: "training" | "passed" | "failed";
        };
        /** Upload */
        Upload: {
            content_type: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            error: {
                code: string;
                message: string;
            } | null;
            expires_at: string | null;
            /** @description Number of files after archives are unpacked */
            file_count: number;
            filename: string | null;
            /** @description The first 100 */
            files: {
                /** @description Detected from the bytes; the sender's value is ignored */
                content_type: string;
                filename: string;
                /** @example file_01JD3W8Q9V6T2R4M5N7P8X0YZC */
                id: string;
                sha256: string | null;
                size_bytes: number;
            }[];
            /** @example upl_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            metadata: {
                [key: string]: unknown;
            };
            /** @description Bytes received */
            offset: number;
            sha256: string | null;
            size_bytes: number;
            /** @description Files beside the media of an archive, and with `on_error=skip` faulty files and lines; `GET /v1/uploads/{id}/skipped` lists them */
            skipped: number;
            source_id: string | null;
            /** @enum {unknown} */
            status: "pending" | "uploading" | "processing" | "ready" | "failed" | "expired";
            upload_headers: {
                [key: string]: string;
            } | null;
            upload_method: "PUT" | null;
            upload_url: string | null;
        };
        /** UploadForm */
        UploadForm: {
            file: string[];
            /** @description A JSON object */
            metadata?: string;
            project_id?: string;
        };
        /**
         * WaitingWork
         * @description The tasks of a batch for a member; each count stops at 100
         */
        WaitingWork: {
            adjudicate: number;
            /** @description Items that a claim may give, those with a known answer among them; 0 once no open item is left */
            annotate: number;
            annotation_type: string;
            audit: number;
            batch_id: string;
            batch_name: string;
            /** @description Tasks leased to the member now */
            in_hand: number;
            project_id: string;
            project_name: string;
            /** @description Tasks to answer again, with the member's own earlier answers */
            rework: number;
        };
        /** Webhook */
        Webhook: {
            /** @description Whether the webhook also gets types that are added later */
            all_events: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            created_at: string;
            description: string | null;
            disabled_at: string | null;
            disabled_reason: ("delivery_failures" | "manual") | null;
            enabled: boolean;
            events: ("batch.created" | "batch.processing" | "batch.completed" | "batch.certified" | "batch.failed" | "project.updated" | "comment.created" | "comment.resolved" | "annotator.qualified")[];
            /** @description How many of the newest deliveries failed one after another, without tests; counted up to 100 */
            failed_in_a_row: number;
            /** @example wh_01JD3W8Q9V6T2R4M5N7P8X0YZC */
            id: string;
            metadata: {
                [key: string]: unknown;
            };
            previous_secret_expires_at: string | null;
            /** @example …RlcyE= */
            secret_hint: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            updated_at: string;
            url: string;
        };
        /** WorkDay */
        WorkDay: {
            /** @description As clients reported it; per answer at most the time from lease to submit */
            active_minutes: number;
            /** @description Those equal to the accepted label */
            agreeing: number;
            answers: number;
            /** @description Answers to items that several people answered and that have an accepted label; 0 for types whose result is no single label */
            compared: number;
            /** @example 2026-11-21 */
            day: string;
            gold_answered: number;
            gold_right: number;
            /** @description Answers with an active time */
            timed: number;
        };
        /** WorkReport */
        WorkReport: {
            data: components["schemas"]["WorkRow"][];
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:00:00.000Z
             */
            to: string;
        };
        /** WorkRow */
        WorkRow: {
            /** @description Answers to accepted items, without corrected ones and audits; of rounds that are over */
            accepted: number;
            /** @description As clients sent it; per answer at most the time from lease to submit, which also counts for an answer without one */
            active_minutes: number;
            answers: number;
            /** @description Answers that judge a label (audits) */
            audits: number;
            batch_id?: string;
            batch_name?: string;
            /** @description Answers that an audit, an adjudication or a known answer proved wrong, of rounds that are over */
            corrected: number;
            /** @example 2026-11-21 */
            day?: string;
            /** @description Distinct items answered, counted once per line */
            items: number;
            member_external_id?: string | null;
            member_id?: string;
            member_name?: string | null;
            /** @description Objects, spans or segments in the answers */
            objects: number;
            project_id?: string;
            project_name?: string;
            /** @description Answers of rounds that are not over, of which nobody can say yet whether they are accepted */
            undecided: number;
        };
    };
    responses: {
        /** @description Bad Gateway */
        BadGateway: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Bad Request */
        BadRequest: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Conflict */
        Conflict: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Forbidden */
        Forbidden: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Gateway Timeout */
        GatewayTimeout: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Gone */
        Gone: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Insufficient Storage */
        InsufficientStorage: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Locked */
        Locked: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not Found */
        NotFound: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Payload Too Large */
        PayloadTooLarge: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Precondition Failed */
        PreconditionFailed: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Range Not Satisfiable */
        RangeNotSatisfiable: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Service Unavailable */
        ServiceUnavailable: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    checks: {
                        /** @enum {unknown} */
                        database: "ok" | "failed";
                        /** @enum {unknown} */
                        storage: "ok" | "failed";
                    };
                    /**
                     * @description `degraded`: only requests that read or write files fail
                     * @enum {unknown}
                     */
                    status: "ok" | "degraded" | "failed";
                };
            };
        };
        /** @description Too Many Requests */
        TooManyRequests: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unauthorized */
        Unauthorized: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unprocessable Entity */
        UnprocessableEntity: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unsupported Media Type */
        UnsupportedMediaType: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        Location: string;
        RateLimit: string;
        "RateLimit-Policy": string;
        "Retry-After": number;
        "X-RateLimit-Limit": number;
        "X-RateLimit-Remaining": number;
        "X-RateLimit-Reset": number;
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type Account = components['schemas']['Account'];
export type AddChallenge = components['schemas']['AddChallenge'];
export type AddFiles = components['schemas']['AddFiles'];
export type AmendBatch = components['schemas']['AmendBatch'];
export type Annotation = components['schemas']['Annotation'];
export type AnnotatorQualifiedEvent = components['schemas']['AnnotatorQualifiedEvent'];
export type AnnotatorTrend = components['schemas']['AnnotatorTrend'];
export type ApiKey = components['schemas']['ApiKey'];
export type AskAudit = components['schemas']['AskAudit'];
export type AssistedObjects = components['schemas']['AssistedObjects'];
export type AssistPrompt = components['schemas']['AssistPrompt'];
export type AssistTask = components['schemas']['AssistTask'];
export type AutoAccept = components['schemas']['AutoAccept'];
export type AutoAcceptPlan = components['schemas']['AutoAcceptPlan'];
export type Batch = components['schemas']['Batch'];
export type BatchCertifiedEvent = components['schemas']['BatchCertifiedEvent'];
export type BatchCompletedEvent = components['schemas']['BatchCompletedEvent'];
export type BatchCreatedEvent = components['schemas']['BatchCreatedEvent'];
export type BatchFailedEvent = components['schemas']['BatchFailedEvent'];
export type BatchForecast = components['schemas']['BatchForecast'];
export type BatchProcessingEvent = components['schemas']['BatchProcessingEvent'];
export type BatchTrends = components['schemas']['BatchTrends'];
export type Blocker = components['schemas']['Blocker'];
export type BulkCount = components['schemas']['BulkCount'];
export type BulkItems = components['schemas']['BulkItems'];
export type BulkJob = components['schemas']['BulkJob'];
export type CanAct = components['schemas']['CanAct'];
export type Certificate = components['schemas']['Certificate'];
export type CertificateKey = components['schemas']['CertificateKey'];
export type CertificateKeys = components['schemas']['CertificateKeys'];
export type CertifyVersion = components['schemas']['CertifyVersion'];
export type ChangeAccount = components['schemas']['ChangeAccount'];
export type ChangeApiKey = components['schemas']['ChangeApiKey'];
export type ChangeBatch = components['schemas']['ChangeBatch'];
export type ChangeComment = components['schemas']['ChangeComment'];
export type ChangeDataset = components['schemas']['ChangeDataset'];
export type ChangeDigest = components['schemas']['ChangeDigest'];
export type ChangeMember = components['schemas']['ChangeMember'];
export type ChangeModel = components['schemas']['ChangeModel'];
export type ChangeModelRun = components['schemas']['ChangeModelRun'];
export type ChangeProject = components['schemas']['ChangeProject'];
export type ChangeQualification = components['schemas']['ChangeQualification'];
export type ChangeSource = components['schemas']['ChangeSource'];
export type ChangeWebhook = components['schemas']['ChangeWebhook'];
export type ClaimTasks = components['schemas']['ClaimTasks'];
export type Comment = components['schemas']['Comment'];
export type CommentCreatedEvent = components['schemas']['CommentCreatedEvent'];
export type CommentResolvedEvent = components['schemas']['CommentResolvedEvent'];
export type ConsensusPreview = components['schemas']['ConsensusPreview'];
export type ConsensusVersion = components['schemas']['ConsensusVersion'];
export type CreateApiKey = components['schemas']['CreateApiKey'];
export type CreateBatch = components['schemas']['CreateBatch'];
export type CreateComment = components['schemas']['CreateComment'];
export type CreateDataset = components['schemas']['CreateDataset'];
export type CreateExport = components['schemas']['CreateExport'];
export type CreateMember = components['schemas']['CreateMember'];
export type CreateModel = components['schemas']['CreateModel'];
export type CreateProject = components['schemas']['CreateProject'];
export type CreateSource = components['schemas']['CreateSource'];
export type CreateSourceConfig = components['schemas']['CreateSourceConfig'];
export type CreateUpload = components['schemas']['CreateUpload'];
export type CreateWebhook = components['schemas']['CreateWebhook'];
export type Dataset = components['schemas']['Dataset'];
export type DatasetBatch = components['schemas']['DatasetBatch'];
export type DatasetDifference = components['schemas']['DatasetDifference'];
export type DatasetImport = components['schemas']['DatasetImport'];
export type DatasetVersion = components['schemas']['DatasetVersion'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type DeliveryWithAttempts = components['schemas']['DeliveryWithAttempts'];
export type Digest = components['schemas']['Digest'];
export type DownloadBuilding = components['schemas']['DownloadBuilding'];
export type DownloadLink = components['schemas']['DownloadLink'];
export type Draw = components['schemas']['Draw'];
export type DrawList = components['schemas']['DrawList'];
export type Drift = components['schemas']['Drift'];
export type DriftWindow = components['schemas']['DriftWindow'];
export type Error = components['schemas']['Error'];
export type Export = components['schemas']['Export'];
export type File = components['schemas']['File'];
export type ForecastFinish = components['schemas']['ForecastFinish'];
export type Guidelines = components['schemas']['Guidelines'];
export type HandBack = components['schemas']['HandBack'];
export type ImportAnswers = components['schemas']['ImportAnswers'];
export type ImportDataset = components['schemas']['ImportDataset'];
export type Imported = components['schemas']['Imported'];
export type ImportedAnswer = components['schemas']['ImportedAnswer'];
export type ImportedGold = components['schemas']['ImportedGold'];
export type ImportedPrediction = components['schemas']['ImportedPrediction'];
export type ImportGold = components['schemas']['ImportGold'];
export type ImportMembers = components['schemas']['ImportMembers'];
export type ImportPredictions = components['schemas']['ImportPredictions'];
export type Invitation = components['schemas']['Invitation'];
export type Item = components['schemas']['Item'];
export type ItemAnnotations = components['schemas']['ItemAnnotations'];
export type ItemOutline = components['schemas']['ItemOutline'];
export type ItemSummary = components['schemas']['ItemSummary'];
export type ItemSuspicion = components['schemas']['ItemSuspicion'];
export type LabelChange = components['schemas']['LabelChange'];
export type LastDatasetImport = components['schemas']['LastDatasetImport'];
export type Limits = components['schemas']['Limits'];
export type ListedComment = components['schemas']['ListedComment'];
export type LoggedChange = components['schemas']['LoggedChange'];
export type LoggedRate = components['schemas']['LoggedRate'];
export type LogProof = components['schemas']['LogProof'];
export type MarkCommentsRead = components['schemas']['MarkCommentsRead'];
export type MarkedCommentsRead = components['schemas']['MarkedCommentsRead'];
export type Member = components['schemas']['Member'];
export type ModelPrice = components['schemas']['ModelPrice'];
export type ModelPrompt = components['schemas']['ModelPrompt'];
export type ModelPromptVersion = components['schemas']['ModelPromptVersion'];
export type ModelPromptVersions = components['schemas']['ModelPromptVersions'];
export type ModelReply = components['schemas']['ModelReply'];
export type ModelReport = components['schemas']['ModelReport'];
export type ModelRun = components['schemas']['ModelRun'];
export type ModelRunError = components['schemas']['ModelRunError'];
export type Money = components['schemas']['Money'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type NewMember = components['schemas']['NewMember'];
export type NewModel = components['schemas']['NewModel'];
export type NewWebhook = components['schemas']['NewWebhook'];
export type Notification = components['schemas']['Notification'];
export type OwnDay = components['schemas']['OwnDay'];
export type OwnDays = components['schemas']['OwnDays'];
export type OwnWork = components['schemas']['OwnWork'];
export type PayReport = components['schemas']['PayReport'];
export type PayRow = components['schemas']['PayRow'];
export type Peaks = components['schemas']['Peaks'];
export type PeaksBuilding = components['schemas']['PeaksBuilding'];
export type Pool = components['schemas']['Pool'];
export type PoolFilter = components['schemas']['PoolFilter'];
export type PredictBatch = components['schemas']['PredictBatch'];
export type Project = components['schemas']['Project'];
export type ProjectConfusion = components['schemas']['ProjectConfusion'];
export type ProjectProgress = components['schemas']['ProjectProgress'];
export type ProjectUpdatedEvent = components['schemas']['ProjectUpdatedEvent'];
export type ProjectVersion = components['schemas']['ProjectVersion'];
export type PushVersion = components['schemas']['PushVersion'];
export type QualificationState = components['schemas']['QualificationState'];
export type Quality = components['schemas']['Quality'];
export type QualityLevel = components['schemas']['QualityLevel'];
export type Rate = components['schemas']['Rate'];
export type Rates = components['schemas']['Rates'];
export type RecomputeConsensus = components['schemas']['RecomputeConsensus'];
export type RegisteredModel = components['schemas']['RegisteredModel'];
export type ReplayDeliveries = components['schemas']['ReplayDeliveries'];
export type Replayed = components['schemas']['Replayed'];
export type ResumeMember = components['schemas']['ResumeMember'];
export type ReworkBatch = components['schemas']['ReworkBatch'];
export type RotateSecret = components['schemas']['RotateSecret'];
export type SaveDraft = components['schemas']['SaveDraft'];
export type SetRate = components['schemas']['SetRate'];
export type SkipTask = components['schemas']['SkipTask'];
export type SoundBuilding = components['schemas']['SoundBuilding'];
export type Source = components['schemas']['Source'];
export type SourceCheck = components['schemas']['SourceCheck'];
export type SourceCredentials = components['schemas']['SourceCredentials'];
export type StartAutoAccept = components['schemas']['StartAutoAccept'];
export type SubmitTask = components['schemas']['SubmitTask'];
export type SubmittedAnnotation = components['schemas']['SubmittedAnnotation'];
export type Task = components['schemas']['Task'];
export type TestWebhook = components['schemas']['TestWebhook'];
export type TrainingWork = components['schemas']['TrainingWork'];
export type Upload = components['schemas']['Upload'];
export type UploadForm = components['schemas']['UploadForm'];
export type WaitingWork = components['schemas']['WaitingWork'];
export type Webhook = components['schemas']['Webhook'];
export type WorkDay = components['schemas']['WorkDay'];
export type WorkReport = components['schemas']['WorkReport'];
export type WorkRow = components['schemas']['WorkRow'];
export type ResponseBadGateway = components['responses']['BadGateway'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseConflict = components['responses']['Conflict'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseGatewayTimeout = components['responses']['GatewayTimeout'];
export type ResponseGone = components['responses']['Gone'];
export type ResponseInsufficientStorage = components['responses']['InsufficientStorage'];
export type ResponseLocked = components['responses']['Locked'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponsePreconditionFailed = components['responses']['PreconditionFailed'];
export type ResponseRangeNotSatisfiable = components['responses']['RangeNotSatisfiable'];
export type ResponseServiceUnavailable = components['responses']['ServiceUnavailable'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseUnprocessableEntity = components['responses']['UnprocessableEntity'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderXRateLimitLimit = components['headers']['X-RateLimit-Limit'];
export type HeaderXRateLimitRemaining = components['headers']['X-RateLimit-Remaining'];
export type HeaderXRateLimitReset = components['headers']['X-RateLimit-Reset'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type $defs = Record<string, never>;
export interface operations {
    listCertificateKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateKeys"];
                };
            };
        };
    };
    showCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
        };
    };
    readLogCheckpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A signed note (c2sp.org/tlog-checkpoint) */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    readLogKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A verifier key (c2sp.org/signed-note) */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    readiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checks: {
                            /** @enum {unknown} */
                            database: "ok" | "failed";
                            /** @enum {unknown} */
                            storage: "ok" | "failed";
                        };
                        /**
                         * @description `degraded`: only requests that read or write files fail
                         * @enum {unknown}
                         */
                        status: "ok" | "degraded" | "failed";
                    };
                };
            };
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeAccount"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description With an offset or Z */
                created_after?: string;
                /** @description With an offset or Z */
                created_before?: string;
                cursor?: string;
                limit?: number;
                sort?: "created_at" | "-created_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Notification"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listAnnotationTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            aliases: string[];
                            default_format: string;
                            media: string[];
                            name: string;
                            /** @description The JSON Schema of a project's type_options */
                            options_schema: {
                                [key: string]: unknown;
                            };
                            result_schema: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description With an offset or Z */
                created_after?: string;
                /** @description With an offset or Z */
                created_before?: string;
                cursor?: string;
                limit?: number;
                sort?: "created_at" | "-created_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "ci",
                 *       "scopes": [
                 *         "projects:read",
                 *         "uploads:write",
                 *         "batches:write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    changeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeApiKey"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description An operationId of openapi.json */
                action?: string;
                /** @description The id of an API key or a member */
                actor?: string;
                /** @description With an offset or Z */
                created_after?: string;
                /** @description With an offset or Z */
                created_before?: string;
                cursor?: string;
                limit?: number;
                /** @description The id of the changed resource */
                resource?: string;
                sort?: "created_at" | "-created_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LoggedChange"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description With an offset or Z */
                created_after?: string;
                /** @description With an offset or Z */
                created_before?: string;
                cursor?: string;
                limit?: number;
                project_id?: string;
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                status?: "created" | "processing" | "completed" | "certified" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Batch"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    createBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "project_id": "proj_01JD3W8Q9V6T2R4M5N7P8X0YZC",
                 *       "upload_ids": [
                 *         "upl_01JD3W8Q9V6T2R4M5N7P8X0YZC"
                 *       ],
                 *       "name": "Street scenes, week 47"
                 *     }
                 */
                "application/json": components["schemas"]["CreateBatch"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteBatch: {
        parameters: {
            query?: {
                /** @description True deletes the batch even while it is audited. The audit counts as failed: another batch with the same items gets a stricter bound */
                abandon?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    changeBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeBatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    amendBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "item_ids": [
                 *         "item_01JD3W8Q9V6T2R4M5N7P8X0YZC"
                 *       ],
                 *       "reason": "The van is labeled as a car"
                 *     }
                 */
                "application/json": components["schemas"]["AmendBatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    streamAnnotations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One Annotation per line, with external_id and annotator */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    importAnnotations: {
        parameters: {
            query?: {
                /** @description True: cut upright boxes that lie up to 10 pixels outside the image at its edges */
                clip?: boolean;
                /** @description True: check the lines but store nothing */
                dry_run?: boolean;
                /** @description The body is a dataset of this format, up to 16 MiB, as application/octet-stream. Files are found by their names, texts by external_id; messages name the place in the dataset. By default the body has the lines described here */
                format?: "coco" | "pascal_voc" | "cvat_xml" | "label_studio" | "datumaro" | "doccano" | "argilla" | "labelbox" | "jsonl" | "csv" | "parquet";
                /** @description Leave out lines whose item already has an answer of this annotator, a prediction of this model or a known answer. By default such an answer is a fault, and a prediction or known answer replaces the stored one */
                on_conflict?: "skip";
                /** @description fail: one faulty line refuses the import. skip: leaves faulty lines out and names them in `faults`; the import is refused only if no line is left */
                on_error?: "fail" | "skip";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportAnswers"];
                "application/octet-stream": string;
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Imported"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    askAudit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "level": "standard"
                 *     }
                 */
                "application/json": components["schemas"]["AskAudit"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listAutoAccepts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first */
                        data: components["schemas"]["AutoAccept"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    startAutoAccept: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description What is absent is as in the batch's `quality_policy.auto_accept` */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartAutoAccept"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first */
                        data: components["schemas"]["AutoAccept"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    cancelAutoAccept: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first */
                        data: components["schemas"]["AutoAccept"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    planAutoAccept: {
        parameters: {
            query?: {
                /** @description Items, drawn at random, that people answer without seeing the model's label; default: 600 */
                check?: number;
                /** @description Default: 0.95 */
                confidence?: number;
                /** @description Adds the money saved, in the same currency */
                cost_per_answer?: number;
                model?: string;
                version?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoAcceptPlan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getCertificate: {
        parameters: {
            query?: {
                /** @description Default: the newest */
                revision?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed DSSE envelope, and the current status of the certificate */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Certificate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    addChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nonce": "9f2c41d07be84a1f8d3e5c6b7a909b1e"
                 *     }
                 */
                "application/json": components["schemas"]["AddChallenge"];
            };
        };
        responses: {
            /** @description Items are drawn in the order of HMAC-SHA-256(seed, nonce followed by the item's id) */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draw"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    previewConsensus: {
        parameters: {
            query?: {
                /** @description `auto` lets Assay choose; see docs/quality.md */
                method?: "auto" | "majority" | "one-coin" | "dawid-skene" | "hierarchical";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsensusPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    recomputeConsensus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "method": "majority"
                 *     }
                 */
                "application/json": components["schemas"]["RecomputeConsensus"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsensusVersion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    downloadBatch: {
        parameters: {
            query?: {
                /** @description A zip with dataset.jsonl, a manifest and more */
                bundle?: boolean;
                /** @description See GET /v1/export-formats; default: the project's */
                format?: string;
                /** @description A zip with the media files too */
                include?: "media";
                /** @description False gets the bytes from the service itself, for a client that cannot reach the object store */
                redirect?: boolean;
                /** @description Default: the current one */
                revision?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, or the requested range of it */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/vnd.apache.parquet": unknown;
                    "application/x-ndjson": unknown;
                    "application/xml": unknown;
                    "application/zip": unknown;
                    "text/csv; charset=utf-8": unknown;
                    "text/plain; charset=utf-8": unknown;
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadBuilding"];
                };
            };
            /** @description The file, or the requested range of it */
            206: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/vnd.apache.parquet": unknown;
                    "application/x-ndjson": unknown;
                    "application/xml": unknown;
                    "application/zip": unknown;
                    "text/csv; charset=utf-8": unknown;
                    "text/plain; charset=utf-8": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Location is a URL of the object store that is valid for 15 minutes and serves ranges; only if the operator lets clients reach the store. Follow it without the Authorization header */
            307: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listDraws: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrawList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    downloadLinkedBatch: {
        parameters: {
            query: {
                account_id: string;
                /** @description A zip with dataset.jsonl, a manifest and more */
                bundle?: boolean;
                expires: string;
                /** @description See GET /v1/export-formats; default: the project's */
                format?: string;
                /** @description A zip with the media files too */
                include?: "media";
                /** @description False gets the bytes from the service itself, for a client that cannot reach the object store */
                redirect?: boolean;
                /** @description Default: the current one */
                revision?: number;
                signature: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, or the requested range of it */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/vnd.apache.parquet": unknown;
                    "application/x-ndjson": unknown;
                    "application/xml": unknown;
                    "application/zip": unknown;
                    "text/csv; charset=utf-8": unknown;
                    "text/plain; charset=utf-8": unknown;
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadBuilding"];
                };
            };
            /** @description The file, or the requested range of it */
            206: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/vnd.apache.parquet": unknown;
                    "application/x-ndjson": unknown;
                    "application/xml": unknown;
                    "application/zip": unknown;
                    "text/csv; charset=utf-8": unknown;
                    "text/plain; charset=utf-8": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Location is a URL of the object store that is valid for 15 minutes and serves ranges; only if the operator lets clients reach the store. Follow it without the Authorization header */
            307: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            416: components["responses"]["RangeNotSatisfiable"];
        };
    };
    listBatchFiles: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["File"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    addBatchFiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddFiles"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getBatchForecast: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchForecast"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    importGold: {
        parameters: {
            query?: {
                /** @description True: cut upright boxes that lie up to 10 pixels outside the image at its edges */
                clip?: boolean;
                /** @description True: check the lines but store nothing */
                dry_run?: boolean;
                /** @description The body is a dataset of this format, up to 16 MiB, as application/octet-stream. Files are found by their names, texts by external_id; messages name the place in the dataset. By default the body has the lines described here */
                format?: "coco" | "pascal_voc" | "cvat_xml" | "label_studio" | "datumaro" | "doccano" | "argilla" | "labelbox" | "jsonl" | "csv" | "parquet";
                /** @description Leave out lines whose item already has an answer of this annotator, a prediction of this model or a known answer. By default such an answer is a fault, and a prediction or known answer replaces the stored one */
                on_conflict?: "skip";
                /** @description fail: one faulty line refuses the import. skip: leaves faulty lines out and names them in `faults`; the import is refused only if no line is left */
                on_error?: "fail" | "skip";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportGold"];
                "application/octet-stream": string;
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Imported"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    linkBatchDownload: {
        parameters: {
            query?: {
                /** @description A zip with dataset.jsonl, a manifest and more */
                bundle?: boolean;
                /** @description See GET /v1/export-formats; default: the project's */
                format?: string;
                /** @description A zip with the media files too */
                include?: "media";
                /** @description False gets the bytes from the service itself, for a client that cannot reach the object store */
                redirect?: boolean;
                /** @description Default: the current one */
                revision?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadLink"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadBuilding"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getModelReport: {
        parameters: {
            query?: {
                /**
                 * @description Metadata keys, separated by commas, at most 5; default: those of the policy's slices
                 * @example language,site
                 */
                slices?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    predictBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model_id": "model_01JD3W8Q9V6T2R4M5N7P8X0YZC",
                 *       "max_cost": 20
                 *     }
                 */
                "application/json": components["schemas"]["PredictBatch"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    importPredictions: {
        parameters: {
            query?: {
                /** @description True: cut upright boxes that lie up to 10 pixels outside the image at its edges */
                clip?: boolean;
                /** @description True: check the lines but store nothing */
                dry_run?: boolean;
                /** @description The body is a dataset of this format, up to 16 MiB, as application/octet-stream. Files are found by their names, texts by external_id; messages name the place in the dataset. By default the body has the lines described here */
                format?: "coco" | "pascal_voc" | "cvat_xml" | "label_studio" | "datumaro" | "doccano" | "argilla" | "labelbox" | "jsonl" | "csv" | "parquet";
                /** @description Leave out lines whose item already has an answer of this annotator, a prediction of this model or a known answer. By default such an answer is a fault, and a prediction or known answer replaces the stored one */
                on_conflict?: "skip";
                /** @description fail: one faulty line refuses the import. skip: leaves faulty lines out and names them in `faults`; the import is refused only if no line is left */
                on_error?: "fail" | "skip";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportPredictions"];
                "application/octet-stream": string;
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Imported"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getBatchQuality: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quality"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    reworkBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Boxes must not include the shadow"
                 *     }
                 */
                "application/json": components["schemas"]["ReworkBatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listModelRuns: {
        parameters: {
            query?: {
                /** @description With an offset or Z */
                created_after?: string;
                /** @description With an offset or Z */
                created_before?: string;
                cursor?: string;
                limit?: number;
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ModelRun"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getModelRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelRun"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    changeModelRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "paused"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeModelRun"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listModelRunErrors: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ModelRunError"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    startBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    computeSuspicions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batch_id: string;
                        /** @enum {string} */
                        status: "queued";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getBatchTrends: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchTrends"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                project_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LabelChange"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listComments: {
        parameters: {
            query?: {
                annotation_id?: string;
                /** @description Comments on this member's answers, in threads that the member started, or by an auditor of their returned items */
                annotator?: string;
                batch_id?: string;
                /** @description With an offset or Z */
                created_after?: string;
                /** @description With an offset or Z */
                created_before?: string;
                cursor?: string;
                item_id?: string;
                limit?: number;
                project_id?: string;
                /** @description Of the thread */
                resolved?: boolean;
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The first comment and all replies */
                thread_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedComment"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    createComment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "item_id": "item_01JD3W8Q9V6T2R4M5N7P8X0YZC",
                 *       "place": {
                 *         "time": 12.5
                 *       },
                 *       "text": "Who speaks here?"
                 *     }
                 */
                "application/json": components["schemas"]["CreateComment"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteComment: {
        parameters: {
            query?: {
                /** @description The member that an API key acts for: a member id or an external id. Default: the key's own member */
                annotator?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    changeComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "resolved": true
                 *     }
                 */
                "application/json": components["schemas"]["ChangeComment"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    markCommentsRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "comment_ids": [
                 *         "cmt_01JD3W8Q9V6T2R4M5N7P8X0YZC"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MarkCommentsRead"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarkedCommentsRead"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listDatasets: {
        parameters: {
            query?: {
                /** @description With an offset or Z */
                created_after?: string;
                /** @description With an offset or Z */
                created_before?: string;
                cursor?: string;
                limit?: number;
                /** @description The whole name */
                name?: string;
                project_id?: string;
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Dataset"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    createDataset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "street signs",
                 *       "query": {
                 *         "project_id": "proj_01JD3W8Q9V6T2R4M5N7P8X0YZC"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateDataset"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getDataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteDataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    changeDataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "street signs, all"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeDataset"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listDatasetVersions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DatasetVersion"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    createDatasetVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetVersion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getDatasetVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetVersion"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listDatasetVersionBatches: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DatasetBatch"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    certifyDatasetVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "quality_level": "standard"
                 *     }
                 */
                "application/json": components["schemas"]["CertifyVersion"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    diffDatasetVersions: {
        parameters: {
            query?: {
                cursor?: string;
                /** @description Default: the version before; 0: nothing */
                from?: number;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DatasetDifference"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadBuilding"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    downloadDatasetVersion: {
        parameters: {
            query?: {
                /** @description A zip with dataset.jsonl, a manifest and more */
                bundle?: boolean;
                /** @description See GET /v1/export-formats; default: the project's */
                format?: string;
                /** @description A zip with the media files too */
                include?: "media";
                /** @description False gets the bytes from the service itself, for a client that cannot reach the object store */
                redirect?: boolean;
                /** @description Only the items that this earlier version lacks or has otherwise */
                since?: number;
                split?: "train" | "validation" | "test";
            };
            header?: never;
            path: {
                id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, or the requested range of it */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/vnd.apache.parquet": unknown;
                    "application/x-ndjson": unknown;
                    "application/xml": unknown;
                    "application/zip": unknown;
                    "text/csv; charset=utf-8": unknown;
                    "text/plain; charset=utf-8": unknown;
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadBuilding"];
                };
            };
            /** @description The file, or the requested range of it */
            206: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/vnd.apache.parquet": unknown;
                    "application/x-ndjson": unknown;
                    "application/xml": unknown;
                    "application/zip": unknown;
                    "text/csv; charset=utf-8": unknown;
                    "text/plain; charset=utf-8": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Location is a URL of the object store that is valid for 15 minutes and serves ranges; only if the operator lets clients reach the store. Follow it without the Authorization header */
            307: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    downloadLinkedVersion: {
        parameters: {
            query: {
                account_id: string;
                /** @description A zip with dataset.jsonl, a manifest and more */
                bundle?: boolean;
                expires: string;
                /** @description See GET /v1/export-formats; default: the project's */
                format?: string;
                /** @description A zip with the media files too */
                include?: "media";
                /** @description False gets the bytes from the service itself, for a client that cannot reach the object store */
                redirect?: boolean;
                signature: string;
                /** @description Only the items that this earlier version lacks or has otherwise */
                since?: number;
                split?: "train" | "validation" | "test";
            };
            header?: never;
            path: {
                id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, or the requested range of it */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/vnd.apache.parquet": unknown;
                    "application/x-ndjson": unknown;
                    "application/xml": unknown;
                    "application/zip": unknown;
                    "text/csv; charset=utf-8": unknown;
                    "text/plain; charset=utf-8": unknown;
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadBuilding"];
                };
            };
            /** @description The file, or the requested range of it */
            206: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/vnd.apache.parquet": unknown;
                    "application/x-ndjson": unknown;
                    "application/xml": unknown;
                    "application/zip": unknown;
                    "text/csv; charset=utf-8": unknown;
                    "text/plain; charset=utf-8": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Location is a URL of the object store that is valid for 15 minutes and serves ranges; only if the operator lets clients reach the store. Follow it without the Authorization header */
            307: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            416: components["responses"]["RangeNotSatisfiable"];
        };
    };
    linkDatasetVersion: {
        parameters: {
            query?: {
                /** @description A zip with dataset.jsonl, a manifest and more */
                bundle?: boolean;
                /** @description See GET /v1/export-formats; default: the project's */
                format?: string;
                /** @description A zip with the media files too */
                include?: "media";
                /** @description False gets the bytes from the service itself, for a client that cannot reach the object store */
                redirect?: boolean;
                /** @description Only the items that this earlier version lacks or has otherwise */
                since?: number;
                split?: "train" | "validation" | "test";
            };
            header?: never;
            path: {
                id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadLink"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadBuilding"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    pushDatasetVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "hf://datasets/acme/street-signs",
                 *       "token": "hf_exampletoken"
                 *     }
                 */
                "application/json": components["schemas"]["PushVersion"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetVersion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getDigest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Digest"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    changeDigest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "frequency": "daily",
                 *       "time_zone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeDigest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Digest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description With an offset or Z */
                created_after?: string;
                cursor?: string;
                limit?: number;
                type?: "batch.created" | "batch.processing" | "batch.completed" | "batch.certified" | "batch.failed" | "project.updated" | "comment.created" | "comment.resolved" | "annotator.qualified";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: (components["schemas"]["BatchCreatedEvent"] | components["schemas"]["BatchProcessingEvent"] | components["schemas"]["BatchCompletedEvent"] | components["schemas"]["BatchCertifiedEvent"] | components["schemas"]["BatchFailedEvent"] | components["schemas"]["ProjectUpdatedEvent"] | components["schemas"]["CommentCreatedEvent"] | components["schemas"]["CommentResolvedEvent"] | components["schemas"]["AnnotatorQualifiedEvent"])[];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchCreatedEvent"] | components["schemas"]["BatchProcessingEvent"] | components["schemas"]["BatchCompletedEvent"] | components["schemas"]["BatchCertifiedEvent"] | components["schemas"]["BatchFailedEvent"] | components["schemas"]["ProjectUpdatedEvent"] | components["schemas"]["CommentCreatedEvent"] | components["schemas"]["CommentResolvedEvent"] | components["schemas"]["AnnotatorQualifiedEvent"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listExportFormats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            aliases: string[];
                            annotation_types: string[];
                            name: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listExports: {
        parameters: {
            query?: {
                batch_id?: string;
                /** @description With an offset or Z */
                created_after?: string;
                /** @description With an offset or Z */
                created_before?: string;
                cursor?: string;
                limit?: number;
                project_id?: string;
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                status?: "processing" | "ready" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Export"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Send exactly one of `batch_id` and `project_id` */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "batch_id": "batch_01JD3W8Q9V6T2R4M5N7P8X0YZC",
                 *       "format": "coco"
                 *     }
                 */
                "application/json": components["schemas"]["CreateExport"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    downloadExport: {
        parameters: {
            query?: {
                /** @description False gets the bytes from the service itself, for a client that cannot reach the object store */
                redirect?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, or the requested range of it */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/vnd.apache.parquet": unknown;
                    "application/x-ndjson": unknown;
                    "application/xml": unknown;
                    "application/zip": unknown;
                    "text/csv; charset=utf-8": unknown;
                    "text/plain; charset=utf-8": unknown;
                };
            };
            /** @description The file, or the requested range of it */
            206: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/vnd.apache.parquet": unknown;
                    "application/x-ndjson": unknown;
                    "application/xml": unknown;
                    "application/zip": unknown;
                    "text/csv; charset=utf-8": unknown;
                    "text/plain; charset=utf-8": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Location is a URL of the object store that is valid for 15 minutes and serves ranges; only if the operator lets clients reach the store. Follow it without the Authorization header */
            307: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    downloadLinkedExport: {
        parameters: {
            query: {
                account_id: string;
                expires: string;
                /** @description False gets the bytes from the service itself, for a client that cannot reach the object store */
                redirect?: boolean;
                signature: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, or the requested range of it */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/vnd.apache.parquet": unknown;
                    "application/x-ndjson": unknown;
                    "application/xml": unknown;
                    "application/zip": unknown;
                    "text/csv; charset=utf-8": unknown;
                    "text/plain; charset=utf-8": unknown;
                };
            };
            /** @description The file, or the requested range of it */
            206: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/vnd.apache.parquet": unknown;
                    "application/x-ndjson": unknown;
                    "application/xml": unknown;
                    "application/zip": unknown;
                    "text/csv; charset=utf-8": unknown;
                    "text/plain; charset=utf-8": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Location is a URL of the object store that is valid for 15 minutes and serves ranges; only if the operator lets clients reach the store. Follow it without the Authorization header */
            307: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
        };
    };
    linkExportDownload: {
        parameters: {
            query?: {
                /** @description False gets the bytes from the service itself, for a client that cannot reach the object store */
                redirect?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getFileContent: {
        parameters: {
            query?: {
                /** @description With `signature`, as in a `content_url`; then no key is needed */
                expires?: string;
                /** @description False gets the bytes from the service itself, for a client that cannot reach the object store */
                redirect?: boolean;
                signature?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes, with ETag, Repr-Digest and Accept-Ranges */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description One range of the bytes */
            206: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The file still matches If-None-Match */
            304: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Location is a URL of the object store that is valid for 15 minutes and serves ranges; only if the operator lets clients reach the store. Follow it without the Authorization header */
            307: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            416: components["responses"]["RangeNotSatisfiable"];
        };
    };
    getFilePeaks: {
        parameters: {
            query?: {
                /** @description With `signature`, as in a `content_url`; then no key is needed */
                expires?: string;
                /** @description False gets the bytes from the service itself, for a client that cannot reach the object store */
                redirect?: boolean;
                signature?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The peaks, with ETag and Repr-Digest */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Peaks"];
                };
            };
            /** @description The peaks are being computed; see Retry-After */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeaksBuilding"];
                };
            };
            /** @description One range of the bytes */
            206: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The peaks still match If-None-Match */
            304: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Location is a URL of the object store that is valid for 15 minutes and serves ranges; only if the operator lets clients reach the store. Follow it without the Authorization header */
            307: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
        };
    };
    getFileSound: {
        parameters: {
            query?: {
                /** @description With `signature`, as in a `content_url`; then no key is needed */
                expires?: string;
                /** @description False gets the bytes from the service itself, for a client that cannot reach the object store */
                redirect?: boolean;
                signature?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The samples, with ETag and Repr-Digest */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "audio/basic": string;
                };
            };
            /** @description The sound is being made; see Retry-After */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SoundBuilding"];
                };
            };
            /** @description One range of the samples */
            206: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "audio/basic": string;
                };
            };
            /** @description The samples still match If-None-Match */
            304: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Location is a URL of the object store that is valid for 15 minutes and serves ranges; only if the operator lets clients reach the store. Follow it without the Authorization header */
            307: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
        };
    };
    getFileThumbnail: {
        parameters: {
            query?: {
                /** @description With `signature`, as in a `content_url`; then no key is needed */
                expires?: string;
                /** @description False gets the bytes from the service itself, for a client that cannot reach the object store */
                redirect?: boolean;
                signature?: string;
                /** @description The longest side in pixels */
                size?: 128 | 512 | 2048;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image, with ETag and Repr-Digest */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description One range of the image */
            206: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The image still matches If-None-Match */
            304: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Location is a URL of the object store that is valid for 15 minutes and serves ranges; only if the operator lets clients reach the store. Follow it without the Authorization header */
            307: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            416: components["responses"]["RangeNotSatisfiable"];
        };
    };
    getFileUpright: {
        parameters: {
            query?: {
                /** @description With `signature`, as in a `content_url`; then no key is needed */
                expires?: string;
                /** @description False gets the bytes from the service itself, for a client that cannot reach the object store */
                redirect?: boolean;
                signature?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image, with ETag and Repr-Digest */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description One range of the image */
            206: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The image still matches If-None-Match */
            304: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Location is a URL of the object store that is valid for 15 minutes and serves ranges; only if the operator lets clients reach the store. Follow it without the Authorization header */
            307: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            416: components["responses"]["RangeNotSatisfiable"];
        };
    };
    listItems: {
        parameters: {
            query?: {
                /** @description The annotator: a member id or an external id */
                annotator?: string;
                /** @description Only items with this label in an answer of `annotator`, or of any annotator */
                answer?: string;
                /** @description Only items whose label the last audit of the batch found wrong, at most 10,000; needs batch_id. Audits count once the batch has its verdict */
                audited?: "wrong";
                batch_id?: string;
                cursor?: string;
                external_id?: string;
                /** @description In the accepted result */
                label?: string;
                limit?: number;
                /** @description Only items that somebody else answered with this label in the same round; needs answer */
                other_answer?: string;
                /** @description Required without batch_id */
                project_id?: string;
                /** @description Text that the item's text or file name contains, ignoring case */
                q?: string;
                /** @description Accepted items only, and only with batch_id; the other filters count. -suspicion: those whose label is most likely wrong first; not for viewers. support: by the share of annotators who gave the label, the smallest first */
                sort?: "-suspicion" | "support";
                state?: "open" | "accepted" | "excluded";
                /** @description Only labels with less support than this */
                support_lt?: number;
                /** @description adjudication: open items that an adjudicator is to decide. another_answer: open items whose answers disagree and that need one more annotator */
                waits_for?: "adjudication" | "another_answer";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ItemSummary"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listItemAnnotations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemAnnotations"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    bulkItems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkItems"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkCount"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getBulkJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkJob"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                active?: boolean;
                /** @description With an offset or Z */
                created_after?: string;
                /** @description With an offset or Z */
                created_before?: string;
                cursor?: string;
                external_id?: string;
                limit?: number;
                role?: "owner" | "manager" | "reviewer" | "annotator" | "viewer";
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    createMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada",
                 *       "role": "annotator",
                 *       "email": "ada@acme.test",
                 *       "external_id": "rater-7"
                 *     }
                 */
                "application/json": components["schemas"]["CreateMember"];
            };
        };
        responses: {
            /** @description The member, with an invitation if it has an e-mail address */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewMember"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    changeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeMember"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    changeQualification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "project_id": "proj_01JD3W8Q9V6T2R4M5N7P8X0YZC",
                 *       "action": "pass"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeQualification"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listMemberRates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rates"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    setMemberRate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                /**
                 * @description The day (UTC) from which the rate counts
                 * @example 2026-11-01
                 */
                starts_on: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "unit": "hour",
                 *       "amount": "15.50",
                 *       "currency": "EUR"
                 *     }
                 */
                "application/json": components["schemas"]["SetRate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteMemberRate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                /**
                 * @description The day (UTC) from which the rate counts
                 * @example 2026-11-01
                 */
                starts_on: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    resumeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "project_id": "proj_01JD3W8Q9V6T2R4M5N7P8X0YZC"
                 *     }
                 */
                "application/json": components["schemas"]["ResumeMember"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    importMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "csv": "name,email,role,groups\nAda,ada@acme.test,annotator,night shift\n"
                 *     }
                 */
                "application/json": components["schemas"]["ImportMembers"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewMember"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    replyToModelRequest: {
        parameters: {
            query: {
                account: string;
                expires: string;
                signature: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "predictions": []
                 *     }
                 */
                "application/json": components["schemas"]["ModelReply"];
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    listModels: {
        parameters: {
            query?: {
                /** @description With an offset or Z */
                created_after?: string;
                /** @description With an offset or Z */
                created_before?: string;
                cursor?: string;
                limit?: number;
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RegisteredModel"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    createModel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "sentiment",
                 *       "version": "2026-11",
                 *       "kind": "http",
                 *       "url": "https://models.acme.test/predict",
                 *       "annotation_types": [
                 *         "text_classification"
                 *       ],
                 *       "batch_size": 64,
                 *       "price": {
                 *         "per_1000_items": 0.2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateModel"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewModel"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredModel"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    changeModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeModel"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredModel"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listModelPrompts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelPromptVersions"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    reportPay: {
        parameters: {
            query?: {
                /** @description Default: as in Accept, otherwise json */
                format?: "json" | "csv";
                /**
                 * @description The first day (UTC); default: 30 days before `to`
                 * @example 2026-11-01
                 */
                from?: string;
                /** @description Only work on this project */
                project_id?: string;
                /**
                 * @description The day (UTC) after the last one; default: tomorrow
                 * @example 2026-11-01
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One line for each member and rate */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayReport"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                annotation_type?: string;
                /** @description With an offset or Z */
                created_after?: string;
                /** @description With an offset or Z */
                created_before?: string;
                cursor?: string;
                /** @description Adds the progress of the project's batches */
                include?: "progress";
                limit?: number;
                /** @description Text that the name contains, ignoring case */
                name?: string;
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Default: all except archived */
                status?: "active" | "paused" | "archived" | "all";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Project"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Street scenes",
                 *       "annotation_type": "object_detection",
                 *       "labels": [
                 *         {
                 *           "name": "car"
                 *         },
                 *         {
                 *           "name": "person"
                 *         }
                 *       ],
                 *       "export_format": "coco",
                 *       "quality_level": "premium",
                 *       "instructions": "Draw a box around every car and every person."
                 *     }
                 */
                "application/json": components["schemas"]["CreateProject"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getProject: {
        parameters: {
            query?: {
                /** @description Adds the progress of the project's batches */
                include?: "progress";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    changeProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeProject"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listBlockers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By batch, the oldest first; up to 200 */
                        data: components["schemas"]["Blocker"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getProjectConfusion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectConfusion"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listProjectVersions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProjectVersion"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listQualityLevels: {
        parameters: {
            query: {
                /** @description Items that are not excluded */
                items: number;
                /** @description Uses this project's policy, annotation type and auditing times */
                project_id?: string;
                /** @description How many values the metadata keys of the project's `quality_policy.slices` will have; default: as many as they can */
                slices?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["QualityLevel"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listSources: {
        parameters: {
            query?: {
                /** @description With an offset or Z */
                created_after?: string;
                /** @description With an offset or Z */
                created_before?: string;
                cursor?: string;
                limit?: number;
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Source"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    createSource: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "s3",
                 *       "mode": "copy",
                 *       "name": "street photographs",
                 *       "config": {
                 *         "bucket": "acme-photos",
                 *         "prefix": "2026/",
                 *         "region": "eu-central-1"
                 *       },
                 *       "credentials": {
                 *         "access_key_id": "AKIAEXAMPLE",
                 *         "secret_access_key": "…"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateSource"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    changeSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSource"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    checkSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceCheck"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    syncSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    streamEvents: {
        parameters: {
            query?: never;
            header?: {
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events until one side ends them */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listOwnTasks: {
        parameters: {
            query?: {
                /** @description The member that you act for: a member id or an external id. Default: the member of your key */
                annotator?: string;
                batch_id?: string;
                project_id?: string;
                status?: "leased" | "submitted";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Task"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    assistTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description Without `prompt` the model only prepares the item, for example computes its embedding */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "prompt": {
                 *         "points": [
                 *           {
                 *             "x": 120,
                 *             "y": 80,
                 *             "positive": true
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AssistTask"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssistedObjects"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            502: components["responses"]["BadGateway"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    saveDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveDraft"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    excludeItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkipTask"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getTaskGuidelines: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the guidelines of a task */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Guidelines"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    confirmTaskGuidelines: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    releaseTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["HandBack"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    reopenTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["HandBack"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    skipTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkipTask"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    submitTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "result": {
                 *         "label": "cat"
                 *       },
                 *       "active_ms": 4200,
                 *       "client_id": "rater-7-0001",
                 *       "annotator": "rater-7"
                 *     }
                 */
                "application/json": components["schemas"]["SubmitTask"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmittedAnnotation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    claimTasks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "batch_id": "batch_01JD3W8Q9V6T2R4M5N7P8X0YZC",
                 *       "count": 5,
                 *       "annotator": "rater-7"
                 *     }
                 */
                "application/json": components["schemas"]["ClaimTasks"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Task"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listWaitingWork: {
        parameters: {
            query?: {
                /** @description The member that you act for: a member id or an external id. Default: the member of your key */
                annotator?: string;
                batch_id?: string;
                /** @description Batches */
                limit?: number;
                project_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WaitingWork"][];
                        /** @description Projects that give the member no real work before they pass the training; at most 100 */
                        training: components["schemas"]["TrainingWork"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listUploads: {
        parameters: {
            query?: {
                /** @description With an offset or Z */
                created_after?: string;
                /** @description With an offset or Z */
                created_before?: string;
                cursor?: string;
                limit?: number;
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                source_id?: string;
                status?: "pending" | "uploading" | "processing" | "ready" | "failed" | "expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Upload"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    createUpload: {
        parameters: {
            query?: {
                /** @description `dataset`: the file is a dataset of another tool, kept as it is for `POST /v1/uploads/{id}/import` */
                content?: "items" | "dataset";
                /** @description What happens to a file, line or URL that cannot be an item: `fail` refuses the whole upload, `skip` leaves it out and notes it in `GET /v1/uploads/{id}/skipped`. A broken archive always fails */
                on_error?: "fail" | "skip";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "files": [
                 *         {
                 *           "filename": "a.txt",
                 *           "text": "A first text"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateUpload"];
                "application/octet-stream": string;
                "multipart/form-data": components["schemas"]["UploadForm"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    appendToUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            460: components["responses"]["BadRequest"];
        };
    };
    completeUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            422: components["responses"]["UnprocessableEntity"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    putUploadContent: {
        parameters: {
            query: {
                expires: string;
                signature: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["UnprocessableEntity"];
            423: components["responses"]["Locked"];
        };
    };
    listUploadFiles: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["File"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getDatasetImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `last` is null if the upload was never imported */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LastDatasetImport"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    importDataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportDataset"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetImport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listSkipped: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything that was left out, in order */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description With an offset or Z */
                created_after?: string;
                /** @description With an offset or Z */
                created_before?: string;
                cursor?: string;
                limit?: number;
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.acme.test/assay",
                 *       "events": [
                 *         "batch.certified",
                 *         "batch.failed"
                 *       ],
                 *       "description": "production"
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeWebhook"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description With an offset or Z */
                created_after?: string;
                /** @description With an offset or Z */
                created_before?: string;
                cursor?: string;
                event_type?: "batch.created" | "batch.processing" | "batch.completed" | "batch.certified" | "batch.failed" | "project.updated" | "comment.created" | "comment.resolved" | "annotator.qualified";
                limit?: number;
                sort?: "created_at" | "-created_at";
                status?: "pending" | "delivered" | "failed" | "skipped" | "canceled";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                delivery_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithAttempts"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                delivery_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-11-20T00:00:00Z",
                 *       "until": "2026-11-21T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayDeliveries"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replayed"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 86400
                 *     }
                 */
                "application/json": components["schemas"]["RotateSecret"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "batch.certified"
                 *     }
                 */
                "application/json": components["schemas"]["TestWebhook"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithAttempts"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    reportWork: {
        parameters: {
            query?: {
                /** @description Default: as in Accept, otherwise json */
                format?: "json" | "csv";
                /** @description With an offset or Z; default: 30 days before `to` */
                from?: string;
                /**
                 * @description Any of member, project, batch and day (UTC), separated by commas
                 * @example member,day
                 */
                group_by?: string;
                /** @description Only work on this project */
                project_id?: string;
                /** @description Exclusive; default: now */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One line for each member, project, batch or day */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkReport"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    reportOwnWork: {
        parameters: {
            query?: {
                /**
                 * @description The first day (UTC); default: 30 days before `to`
                 * @example 2026-11-01
                 */
                from?: string;
                /**
                 * @description The day (UTC) after the last one; default: tomorrow
                 * @example 2026-11-01
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnWork"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    reportOwnDays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnDays"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    on_annotator_qualified: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @example 2026-11-21T03:00:00.000Z
                     */
                    created_at: string;
                    data: {
                        attempt: number;
                        /**
                         * @description manager: somebody let the member pass
                         * @enum {unknown}
                         */
                        basis: "training" | "manager";
                        external_id: string | null;
                        items: number;
                        /** @description A member's id */
                        member_id: string;
                        project_id: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-21T03:00:00.000Z
                         */
                        qualified_at: string;
                        right: number;
                    };
                    id: string;
                    /** @constant */
                    type: "annotator.qualified";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms the event; after any other response Assay retries */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_batch_certified: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @example 2026-11-21T03:00:00.000Z
                     */
                    created_at: string;
                    data: {
                        batch_id: string;
                        certification_level: string;
                        download_url: string;
                        file_count: number;
                        project_id: string;
                        quality_score: number;
                    };
                    id: string;
                    /** @constant */
                    type: "batch.certified";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms the event; after any other response Assay retries */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_batch_completed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @example 2026-11-21T03:00:00.000Z
                     */
                    created_at: string;
                    data: {
                        annotation_count: number;
                        batch_id: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-21T03:00:00.000Z
                         */
                        completed_at: string;
                        file_count: number;
                        project_id: string;
                        round: number;
                        /** @constant */
                        status: "completed";
                    };
                    id: string;
                    /** @constant */
                    type: "batch.completed";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms the event; after any other response Assay retries */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_batch_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @example 2026-11-21T03:00:00.000Z
                     */
                    created_at: string;
                    data: {
                        batch_id: string;
                        file_count: number;
                        name: string;
                        project_id: string;
                        round: number;
                        /** @constant */
                        status: "created";
                    };
                    id: string;
                    /** @constant */
                    type: "batch.created";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms the event; after any other response Assay retries */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_batch_failed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @example 2026-11-21T03:00:00.000Z
                     */
                    created_at: string;
                    data: {
                        batch_id: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-21T03:00:00.000Z
                         */
                        failed_at: string;
                        file_count: number;
                        project_id: string;
                        quality_score: number;
                        reasons: {
                            code: string;
                            count: number;
                            message: string;
                        }[];
                        required_quality_score: number;
                        round: number;
                        /** @constant */
                        status: "failed";
                    };
                    id: string;
                    /** @constant */
                    type: "batch.failed";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms the event; after any other response Assay retries */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_batch_processing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @example 2026-11-21T03:00:00.000Z
                     */
                    created_at: string;
                    data: {
                        batch_id: string;
                        file_count: number;
                        project_id: string;
                        reason: string | null;
                        round: number;
                        /**
                         * Format: date-time
                         * @example 2026-11-21T03:00:00.000Z
                         */
                        started_at: string;
                        /** @constant */
                        status: "processing";
                    };
                    id: string;
                    /** @constant */
                    type: "batch.processing";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms the event; after any other response Assay retries */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_comment_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @example 2026-11-21T03:00:00.000Z
                     */
                    created_at: string;
                    data: {
                        annotation_id: string | null;
                        /** @description A member's id */
                        author_id: string;
                        batch_id: string;
                        comment_id: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-21T03:00:00.000Z
                         */
                        commented_at: string;
                        item_id: string;
                        project_id: string;
                        /** @description The first comment of the thread, which may be this one */
                        thread_id: string;
                    };
                    id: string;
                    /** @constant */
                    type: "comment.created";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms the event; after any other response Assay retries */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_comment_resolved: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @example 2026-11-21T03:00:00.000Z
                     */
                    created_at: string;
                    data: {
                        annotation_id: string | null;
                        batch_id: string;
                        comment_id: string;
                        item_id: string;
                        project_id: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-21T03:00:00.000Z
                         */
                        resolved_at: string;
                        /** @description A member's id */
                        resolved_by: string;
                        /** @description The first comment of the thread, which may be this one */
                        thread_id: string;
                    };
                    id: string;
                    /** @constant */
                    type: "comment.resolved";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms the event; after any other response Assay retries */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_project_updated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @example 2026-11-21T03:00:00.000Z
                     */
                    created_at: string;
                    data: {
                        changed_fields: string[];
                        previous: {
                            [key: string]: unknown;
                        };
                        project: {
                            [key: string]: unknown;
                        };
                        project_id: string;
                    };
                    id: string;
                    /** @constant */
                    type: "project.updated";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms the event; after any other response Assay retries */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
